// "-" reads the program from standard input and is its process.argv[1]; "--" ends the options and
// is in neither list.
const assert = require('assert');
const { spawnSync } = require('child_process');
const { Worker } = require('worker_threads');

const lists = 'console.log(JSON.stringify([process.argv.slice(1), process.execArgv]))';
const run = (...args) => {
  const { stdout, stderr } = spawnSync(process.execPath, args, { input: lists, encoding: 'utf8' });
  assert.strictEqual(stderr, '');
  return JSON.parse(stdout);
};

assert.deepStrictEqual(run('-', '--own', 'x'), [['-', '--own', 'x'], []]);
assert.deepStrictEqual(run('--no-warnings', '--', '-', '--own'),
                       [['-', '--own'], ['--no-warnings']]);
assert.deepStrictEqual(run(), [[], []]);
assert.deepStrictEqual(run('-e', lists, '-', 'x')[0], ['-', 'x']);

const worker = new Worker('require("worker_threads").parentPort.postMessage(process.execArgv)', {
  eval: true, execArgv: ['--no-warnings', '--'],
});
worker.once('message', (execArgv) => assert.deepStrictEqual(execArgv, ['--no-warnings']));
