// A promise of a context that nobody handles is reported when the program itself has no rejection
// and no promise job: by the event, as an uncaught error, and in a worker.
const assert = require('assert');
const vm = require('vm');
const { spawnSync } = require('child_process');
const { Worker } = require('worker_threads');

const REJECTS = "Promise.reject(new RangeError('in a context'))";

function check(program) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['-e', program],
                                               { encoding: 'utf8' });
  assert.strictEqual(status, 1, program);
  assert.strictEqual(stdout, '');
  assert.match(stderr, /RangeError: in a context/);
}
check(`require('vm').runInNewContext(${JSON.stringify(REJECTS)})`);
check(`setTimeout(() => require('vm').runInNewContext(${JSON.stringify(REJECTS)}), 1)`);
check('require("vm").runInNewContext("(async () => { await 1; ' +
      'throw new RangeError(\'in a context\'); })()")');

new Worker(`require('vm').runInNewContext(${JSON.stringify(REJECTS)})`, { eval: true })
  .on('error', (error) => { failed = error; })
  .on('exit', (code) => {
    assert.strictEqual(code, 1);
    assert.strictEqual(failed.message, 'in a context');
  });
let failed;

const context = vm.createContext();
const events = [];
process.on('unhandledRejection', (reason, promise) => {
  events.push(reason.message);
  assert.strictEqual(promise, context.rejected);
  promise.catch(() => {});
});
process.on('rejectionHandled', (promise) => {
  assert.strictEqual(promise, context.rejected);
  events.push('handled');
});
vm.runInContext(`var rejected = ${REJECTS}; 1`, context);
vm.runInContext('Promise.reject(1).catch(() => {})', context);
process.on('exit', () => assert.deepStrictEqual(events, ['in a context', 'handled']));
