// exit: 13
// stderr: await new Promise(() => {});
// differs from Node: it adds nothing about what keeps the process alive
// Listeners of 'exit' get the code of a program whose top-level await never settles.
import assert from 'node:assert';

process.on('exit', (code) => {
  assert.strictEqual(code, 13);
  assert.strictEqual(process.exitCode, 13);
});
await new Promise(() => {});
