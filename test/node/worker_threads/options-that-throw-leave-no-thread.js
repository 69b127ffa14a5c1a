'use strict';
// An option whose accessor throws makes the constructor throw; no thread is left that would keep
// the process alive. A transferList is read by its indices: one that has none transfers nothing.
const assert = require('assert');
const { Worker } = require('worker_threads');

const names = ['stdin', 'stdout', 'stderr', 'name', 'workerData', 'transferList', 'env', 'argv'];
for (const name of names) {
  const options = { eval: true, get [name]() { throw new RangeError(name); } };
  assert.throws(() => new Worker('setInterval(() => {}, 1000);', options),
                { name: 'RangeError', message: name });
}
const { port1, port2 } = new MessageChannel();
port2.close();
const worker = new Worker('', { eval: true, transferList: true });
worker.on('exit', (code) => assert.strictEqual(code, 0));
const other = new Worker('', {
  eval: true, workerData: port1, transferList: { length: 1, 0: port1 },
});
other.on('exit', (code) => assert.strictEqual(code, 0));
