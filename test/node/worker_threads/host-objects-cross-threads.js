// Blobs, Files and BlockLists are cloned to another thread; FileHandles, web streams and
// AbortSignals are transferred.
const assert = require('assert');
const fs = require('fs');
const net = require('net');
const { transferableAbortController } = require('util');
const { Worker } = require('worker_threads');

(async () => {
  const list = new net.BlockList();
  list.addSubnet('10.0.0.0', 8);
  const handle = await fs.promises.open(__filename);
  const controller = transferableAbortController();
  const readable = new ReadableStream({
    start(c) { c.enqueue('one'); c.enqueue({ two: 2 }); c.close(); },
  });
  const written = [];
  const closed = Promise.withResolvers();
  const writable = new WritableStream({
    write(chunk) { written.push(chunk); },
    close: closed.resolve,
  });
  const locked = new ReadableStream();
  locked.getReader();
  const worker = new Worker(`
    const { parentPort, workerData } = require('worker_threads');
    const { blob, file, list, handle, readable, writable, signal } = workerData;
    (async () => {
      const chunks = [];
      for await (const chunk of readable) chunks.push(chunk);
      const writer = writable.getWriter();
      await writer.write('from the worker');
      await writer.close();
      const text = await handle.readFile('utf8');
      await handle.close();
      parentPort.postMessage({
        blob: await blob.text(), type: blob.type, name: file.name, file: await file.text(),
        blocked: [list.check('10.1.1.1'), list.check('11.1.1.1')], chunks,
        length: text.length, aborted: signal.aborted,
      });
      signal.addEventListener('abort', () => parentPort.postMessage(signal.reason));
      parentPort.once('message', () => {});
    })();
  `, {
    eval: true,
    workerData: {
      blob: new Blob(['ab', 'cd'], { type: 'text/plain' }), file: new File(['x'], 'name'), list,
      handle, readable, writable, signal: controller.signal,
    },
    transferList: [handle, readable, writable, controller.signal],
  });
  assert.strictEqual(handle.fd, -1);
  assert.throws(() => worker.postMessage(locked, [locked]), { name: 'DataCloneError' });
  assert.throws(() => worker.postMessage(new ReadableStream()), { name: 'DataCloneError' });
  assert.throws(() => worker.postMessage(() => {}), { name: 'DataCloneError' });
  const got = await new Promise((resolve) => worker.once('message', resolve));
  assert.deepStrictEqual(got, {
    blob: 'abcd', type: 'text/plain', name: 'name', file: 'x', blocked: [true, false],
    chunks: ['one', { two: 2 }], length: fs.readFileSync(__filename, 'utf8').length,
    aborted: false,
  });
  // The chunks take a port of their own: they may arrive after the worker's message.
  await closed.promise;
  assert.deepStrictEqual(written, ['from the worker']);
  controller.abort('stop');
  assert.strictEqual(await new Promise((resolve) => worker.once('message', resolve)), 'stop');
  worker.postMessage('end');
  worker.on('exit', (code) => assert.strictEqual(code, 0));
})();
