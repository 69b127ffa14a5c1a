'use strict';
// A warning is one line on standard error, with a hint once; flags silence or redirect it.
const assert = require('assert');
const { spawnSync } = require('child_process');

function run(...flags) {
  const script = 'process.emitWarning("one", "K", "C1"); process.emitWarning("two");' +
    'process.emitWarning("old", "DeprecationWarning", "D1")';
  const { stderr, pid } = spawnSync(process.execPath, [...flags, '-e', script],
                                    { encoding: 'utf8' });
  return stderr.replaceAll(`node:${pid}`, 'node:PID').split('\n');
}

const lines = run();
assert.strictEqual(lines[0], '(node:PID) [C1] K: one');
assert.match(lines[1],
             /^\(Use `.* --trace-warnings \.\.\.` to show where the warning was created\)$/);
assert.deepStrictEqual(lines.slice(2),
                       ['(node:PID) Warning: two', '(node:PID) [D1] DeprecationWarning: old', '']);
assert.deepStrictEqual(run('--no-warnings'), ['']);
assert.ok(!run('--no-deprecation').join().includes('D1'));
assert.ok(!run('--disable-warning=C1').join().includes('C1'));
assert.ok(run('--trace-warnings').some((line) => line.startsWith('    at ')));
assert.ok(run('--throw-deprecation').some((line) => line.startsWith('DeprecationWarning: old')));
