// process.exit() in a worker with hooks or a store ends the thread, after an await too.
const assert = require('node:assert');
const { Worker } = require('node:worker_threads');

const programs = [
  "require('async_hooks').createHook({ init() {} }).enable(); await 0; process.exit(3);",
  "require('async_hooks').createHook({ init() {} }).enable(); process.exit(3);",
  "new (require('async_hooks').AsyncLocalStorage)().enterWith(1); await 0; process.exit(3);",
];
const codes = [];
for (const text of programs)
  new Worker(`setImmediate(async () => { ${text} })`, { eval: true }).on('exit', (code) => {
    codes.push(code);
  });
process.on('exit', () => assert.deepStrictEqual(codes, [3, 3, 3]));
