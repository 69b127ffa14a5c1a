'use strict';
// A script that runs out of time throws ERR_SCRIPT_EXECUTION_TIMEOUT, and the program goes on.
const assert = require('assert');
const vm = require('vm');

const TIMEOUT = { code: 'ERR_SCRIPT_EXECUTION_TIMEOUT',
                  message: 'Script execution timed out after 20ms' };
const endless = (code, sandbox = {}) =>
  assert.throws(() => vm.runInNewContext(code, sandbox, { timeout: 20 }), TIMEOUT);

endless('for (;;) {}');
endless('(function f() { for (;;) {} })()');
endless('[1].map(() => { for (;;) {} })');
endless('new Proxy({}, { get() { for (;;) {} } }).x');
endless('try { for (;;) {} } catch {} "caught"');
endless('try { for (;;) {} } catch {} for (;;) {}');
endless('call()', { call() { for (;;); } });
assert.throws(() => vm.runInThisContext('for (;;) {}', { timeout: 20 }), TIMEOUT);
assert.throws(() => new vm.Script('for (;;) {}').runInThisContext({ timeout: 20 }), TIMEOUT);

// What it did before is there.
const sandbox = { n: 0 };
do // a pause of the machine may be longer than the time
  endless('for (;;) n = 1', sandbox);
while (sandbox.n === 0);
assert.strictEqual(sandbox.n, 1);

// One that ends in time, and code that runs long after a limit, is not disturbed.
assert.strictEqual(vm.runInNewContext('1 + 1', {}, { timeout: 60000 }), 2);
assert.throws(() => vm.runInNewContext('throw new TypeError("own")', {}, { timeout: 60000 }),
              { name: 'TypeError', message: 'own' });
let sum = 0;
for (let i = 0; i < 5e7; i++)
  sum += i & 1;
assert.strictEqual(sum, 25e6);

// An async function that does not end is not reported as a rejection.
process.on('unhandledRejection', assert.fail);
endless('(async () => { for (;;) {} })(); 1');
setImmediate(() => assert.strictEqual(vm.runInNewContext('2', {}, { timeout: 60000 }), 2));
