// An ArrayBuffer of the transfer list is moved, not copied; a SharedArrayBuffer is the same memory
// in both threads, with Atomics between them.
const assert = require('assert');
const { Worker, MessageChannel } = require('worker_threads');

const shared = new Int32Array(new SharedArrayBuffer(8));
const moved = new Uint8Array(1 << 20).fill(3);
const { port1, port2 } = new MessageChannel();
port1.postMessage('before');    // waits in the port that moves

const worker = new Worker(`
  const { workerData: { shared, moved, port2 }, parentPort } = require('worker_threads');
  Atomics.store(shared, 1, moved.length);
  if (Atomics.wait(shared, 0, 0) !== 'ok') throw new Error('not notified');
  port2.on('message', (text) => {
    port2.postMessage(text + '!');
    if (text === 'after') port2.close();
  });
  parentPort.postMessage(moved, [moved.buffer]);
  if (moved.length !== 0) throw new Error('not detached');
`, { eval: true, workerData: { shared, moved, port2 }, transferList: [moved.buffer, port2] });

assert.strictEqual(moved.length, 0);
assert.throws(() => port1.postMessage(1, [port1]), { name: 'DataCloneError', code: 25 });
const texts = [];
port1.on('message', (text) => {
  texts.push(text);
  if (text === 'before!')
    port1.postMessage('after');
});
worker.on('online', function notify() {
  // Until it waits.
  if (Atomics.notify(shared, 0) === 0)
    setImmediate(notify);
});
let back;
worker.on('message', (value) => back = value);
worker.on('exit', (code) => {
  assert.strictEqual(code, 0);
  assert.strictEqual(shared[1], 1 << 20);
  assert.strictEqual(back.length, 1 << 20);
  assert.ok(back.every((byte) => byte === 3));
  assert.deepStrictEqual(texts, ['before!', 'after!']);
});
