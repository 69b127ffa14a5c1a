// What is wrong with the arguments of a Worker is thrown by its constructor.
const assert = require('assert');
const { Worker } = require('worker_threads');

const cases = [
  [[1], 'ERR_INVALID_ARG_TYPE'],
  [['no-dot.js'], 'ERR_WORKER_PATH'],
  [['file:///x.js'], 'ERR_WORKER_PATH'],
  [[new URL('http://host/x.js')], 'ERR_INVALID_URL_SCHEME'],
  [[new URL('file:///x.js'), { eval: true }], 'ERR_INVALID_ARG_VALUE'],
  [['1', { eval: true, env: 5 }], 'ERR_INVALID_ARG_TYPE'],
  [['1', { eval: true, argv: 'x' }], 'ERR_INVALID_ARG_TYPE'],
  [['1', { eval: true, execArgv: 'x' }], 'ERR_INVALID_ARG_TYPE'],
  [['1', { eval: true, execArgv: ['--no-such-option'] }], 'ERR_WORKER_INVALID_EXEC_ARGV'],
  [['1', { eval: true, name: 5 }], 'ERR_INVALID_ARG_TYPE'],
];
for (const [args, code] of cases)
  assert.throws(() => new Worker(...args), { code }, `${args}`);
assert.throws(() => new Worker('1', { eval: true, workerData: () => {} }),
              { name: 'DataCloneError' });
new Worker('/no/such/file.js').on('error', (error) => {
  assert.strictEqual(error.code, 'MODULE_NOT_FOUND');
}).on('exit', (code) => assert.strictEqual(code, 1));
const source = 'import fs from "node:fs"; process.exit(typeof fs.read === "function" ? 8 : 9)';
new Worker(new URL(`data:text/javascript,${source}`))
  .on('exit', (code) => assert.strictEqual(code, 8));
