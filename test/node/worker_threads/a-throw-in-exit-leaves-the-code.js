'use strict';
// What a worker's 'exit' listener throws is an 'error' of the worker; its exit code remains.
const assert = require('assert');
const { Worker } = require('worker_threads');

const thrower = "process.on('exit', () => { throw new Error('in exit'); });";

function run(source) {
  const worker = new Worker(source, { eval: true });
  let error;
  worker.on('error', (err) => { error = err.message; });
  return new Promise((resolve) => worker.on('exit', (code) => resolve([error, code])));
}

async function main() {
  assert.deepStrictEqual(await run(thrower), ['in exit', 0]);
  assert.deepStrictEqual(await run(`process.exitCode = 5; ${thrower}`), ['in exit', 5]);
  assert.deepStrictEqual(await run(`${thrower} process.exit(3);`), ['in exit', 3]);
  assert.deepStrictEqual(await run(`${thrower} throw new Error('first');`), ['first', 1]);
}
main();
