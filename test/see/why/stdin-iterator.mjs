// stdin: open
// holds: stdin 6
// let go: destroy()
process.once('SIGHUP', () => process.stdin.destroy());
try {
  for await (const chunk of process.stdin);
} catch {
}
