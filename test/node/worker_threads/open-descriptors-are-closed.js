// Descriptors that a worker has opened by fs and left open are closed when it ends, unless
// trackUnmanagedFds is false; those that it has passed on are not.
const assert = require('assert');
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
})();
