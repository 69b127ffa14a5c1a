// stdin: open
// holds: stdin 3
process.stdin.on('data', () => {});
