'use strict';
// stdout and stderr cannot be closed by the program: end() and destroy() only tell listeners.
const assert = require('assert');

for (const stream of [process.stdout, process.stderr]) {
  assert.strictEqual(stream.destroyed, false);
  assert.strictEqual(typeof stream.fd, 'number');
  let closed = 0;
  stream.on('close', () => closed++);
  stream.destroy();
  assert.strictEqual(stream.writable, true);
  stream.write('');
  process.on('exit', () => assert.strictEqual(closed, 1));
}
assert.strictEqual(process.stdout, process.stdout);
assert.strictEqual(process.stdout.fd, 1);
assert.strictEqual(process.stderr.fd, 2);
