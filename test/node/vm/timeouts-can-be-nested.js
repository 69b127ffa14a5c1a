'use strict';
// Of two scripts with time limits, one inside the other, the one ends whose time is up.
const assert = require('assert');
const vm = require('vm');

const run = (code, timeout) => vm.runInNewContext(code, { run, assert }, { timeout });
const timedOut = (ms) => ({ code: 'ERR_SCRIPT_EXECUTION_TIMEOUT',
                            message: `Script execution timed out after ${ms}ms` });

// The inner one: the outer one catches its error and goes on.
assert.strictEqual(run(`
  let code;
  try { run('for (;;) {}', 20); } catch (error) { code = error.code; }
  code;`, 90000), 'ERR_SCRIPT_EXECUTION_TIMEOUT');
assert.throws(() => run("run('for (;;) {}', 20)", 90000), timedOut(20));

// The outer one: the inner one ends with it.
assert.throws(() => run("run('for (;;) {}', 90000)", 20), timedOut(20));
assert.throws(() => run("run('1', 90000); for (;;) {}", 20), timedOut(20));
assert.strictEqual(run("run('1 + 1', 90000) + 1", 90000), 3);
