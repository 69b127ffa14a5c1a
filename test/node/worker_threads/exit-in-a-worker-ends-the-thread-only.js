// process.exit() ends the thread at once: nothing catches it. 'exit' is emitted in the worker; the
// code is the parent's.
const assert = require('assert');
const { Worker } = require('worker_threads');

function run(program) {
  return new Promise((resolve) => {
    const seen = [];
    const worker = new Worker(
      `const { parentPort } = require('worker_threads');\n${program}`, { eval: true });
    worker.on('message', (value) => seen.push(value));
    worker.on('error', (error) => seen.push(error.message));
    worker.on('exit', (code) => resolve([code, ...seen]));
  });
}

(async () => {
  assert.deepStrictEqual(await run(''), [0]);
  assert.deepStrictEqual(await run(`
    process.on('exit', (code) => parentPort.postMessage(code));
    try { process.exit(3); } catch { parentPort.postMessage('caught'); }
    finally { parentPort.postMessage('finally'); }`), [3, 3]);
  assert.deepStrictEqual(await run(`
    setInterval(() => {}, 1000);
    Promise.resolve().then(() => process.exit(4)).finally(() => parentPort.postMessage('more'));`),
                         [4]);
  assert.deepStrictEqual(await run('[1].map(() => process.exit(5)); parentPort.postMessage(1)'),
                         [5]);
  assert.deepStrictEqual(await run('process.exitCode = 6'), [6]);
  assert.deepStrictEqual(await run("throw new Error('thrown')"), [1, 'thrown']);
  assert.deepStrictEqual(await run("Promise.reject(new Error('rejected'))"), [1, 'rejected']);
  assert.deepStrictEqual(await run(`
    process.on('uncaughtException', (error) => parentPort.postMessage(error.message));
    setTimeout(() => { throw new Error('handled'); }, 1)`), [0, 'handled']);
})();
