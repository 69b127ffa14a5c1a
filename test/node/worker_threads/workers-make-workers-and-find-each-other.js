// A worker makes workers; postMessageToThread() reaches any thread by its number, and says when it
// cannot.
const assert = require('assert');
const { Worker, postMessageToThread, threadId } = require('worker_threads');

process.on('workerMessage', (message, source) => {
  assert.strictEqual(message.from, source);
  message.port.postMessage('through');
  message.port.close();
});

const worker = new Worker(`
  const { Worker, parentPort } = require('worker_threads');
  const inner = new Worker(\`
    const { parentPort, postMessageToThread, threadId, MessageChannel } = require('worker_threads');
    process.on('workerMessage', (value) => { if (value === 'bad') throw new Error('bad'); });
    const { port1, port2 } = new MessageChannel();
    port1.on('message', (text) => parentPort.postMessage({ id: threadId, text }));
    postMessageToThread(0, { from: threadId, port: port2 }, [port2]);
    parentPort.once('message', () => {});
  \`, { eval: true });
  inner.on('message', (message) => parentPort.postMessage(message));
  parentPort.once('message', (message) => inner.postMessage(message));
  inner.on('exit', (code) => process.exit(code));
`, { eval: true });

worker.once('message', async ({ id, text }) => {
  assert.strictEqual(text, 'through');
  assert.notStrictEqual(id, worker.threadId);
  await postMessageToThread(id, 'good');
  await assert.rejects(postMessageToThread(id, 'bad'), { code: 'ERR_WORKER_MESSAGING_ERRORED' });
  await assert.rejects(postMessageToThread(threadId, 1),
                       { code: 'ERR_WORKER_MESSAGING_SAME_THREAD' });
  await assert.rejects(postMessageToThread(1e6, 1), { code: 'ERR_WORKER_MESSAGING_FAILED' });
  worker.postMessage('end');
});
worker.on('exit', (code) => assert.strictEqual(code, 0));
