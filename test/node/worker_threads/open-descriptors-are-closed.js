// flags: --no-warnings
// Descriptors that a worker has opened by fs and left open are closed when it ends, unless
// trackUnmanagedFds is false; those that it has passed on are not. It is warned when it closes a
// descriptor of another thread, and when one that it has open is opened again.
const assert = require('assert');
const { once } = require('events');
const fs = require('fs');
const { Worker } = require('worker_threads');

function run(program, options) {
  return new Promise((resolve) => {
    let got;
    new Worker(`
      const fs = require('fs');
      const { parentPort } = require('worker_threads');
      ${program}
    `, { eval: true, ...options })
      .on('message', (value) => got = value)
      .on('exit', () => resolve(got));
  });
}

let isDone = false;
(async () => {
  const closed = await run('parentPort.postMessage(fs.openSync("/dev/null"))');
  assert.throws(() => fs.fstatSync(closed), { code: 'EBADF' });
  const left = await run('parentPort.postMessage(fs.openSync("/dev/null"))',
                         { trackUnmanagedFds: false });
  fs.closeSync(left);
  const handle = await run(`fs.promises.open('/dev/null').then((handle) => {
    parentPort.postMessage(handle, [handle]);
  })`);
  await handle.stat();
  await handle.close();
  const fd = fs.openSync('/dev/null');
  const foreign = await run(`
    process.on('warning', ({ message }) => parentPort.postMessage(message));
    fs.closeSync(${fd});`);
  assert.strictEqual(foreign, `File descriptor ${fd} closed but not opened in unmanaged mode`);
  const worker = new Worker(`
    const fs = require('fs');
    const { parentPort } = require('worker_threads');
    process.on('warning', ({ message }) => parentPort.postMessage(message));
    parentPort.postMessage(fs.openSync('/dev/null'));
    parentPort.once('message', () => fs.openSync('/dev/null'));
  `, { eval: true });
  const { 0: opened } = await once(worker, 'message');
  fs.closeSync(opened);
  worker.postMessage('again');
  const { 0: text } = await once(worker, 'message');
  assert.strictEqual(text, `File descriptor ${opened} opened in unmanaged mode twice`);
  isDone = true;
})();
process.on('exit', () => assert.ok(isDone));
