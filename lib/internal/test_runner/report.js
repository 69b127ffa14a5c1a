'use strict';
// The results as text: a tree of names with marks, the failures, and the counts.

const {
  ArrayPrototypeJoin, ArrayPrototypePush, ArrayPrototypeSome, NumberPrototypeToFixed, ObjectKeys,
  SafeArray, StringPrototypeRepeat, StringPrototypeReplaceAll,
} = primordials;
const { inspect } = require('internal/util/inspect');
const { now } = internalBinding('process');

const counts = { __proto__: null, tests: 0, suites: 0, pass: 0, fail: 0, cancelled: 0, skipped: 0,
                 todo: 0 };
const failed = new SafeArray();
const started = now();
let isEnded = false;

function outcome(test) {
  if (test.skipped !== false)
    return 'skipped';
  if (test.todo !== false)
    return 'todo';
  if (test.passed)
    return 'pass';
  return test.error?.failureType === 'cancelledByParent' ? 'cancelled' : 'fail';
}

const MARKS = { __proto__: null, skipped: '﹣', todo: '⚠', pass: '✔', fail: '✖', cancelled: '✖' };

// Mark, name, duration, and the reason of `skip` or `todo`.
function line(test) {
  const result = outcome(test);
  const suffix = result === 'skipped' ? ` # ${test.skipped === true ? 'SKIP' : test.skipped}` :
    result === 'todo' ? ` # ${test.todo === true ? 'TODO' : test.todo}` : '';
  const mark = result === 'todo' && test.passed ? MARKS.pass : MARKS[result];
  return `${mark} ${test.name} (${NumberPrototypeToFixed.call(test.duration, 6)}ms)${suffix}`;
}

function lines(test, out) {
  const result = outcome(test);
  const indent = StringPrototypeRepeat.call('  ', test.depth);
  if (test.isSuite) {
    counts.suites++;
  } else {
    counts.tests++;
    counts[result]++;
    if (result !== 'skipped' && !test.passed)
      ArrayPrototypePush.call(failed, test);
  }
  if (test.subtests.length > 0) {
    ArrayPrototypePush.call(out, `${indent}▶ ${test.name}`);
    for (let i = 0; i < test.subtests.length; i++)
      lines(test.subtests[i], out);
  }
  ArrayPrototypePush.call(out, `${indent}${line(test)}`);
  for (let i = 0; i < test.diagnostics.length; i++)
    ArrayPrototypePush.call(out, `${indent}ℹ ${test.diagnostics[i]}`);
}

function write(out) {
  process.stdout.write(`${ArrayPrototypeJoin.call(out, '\n')}\n`);
}

// Called when a test of the first level and its subtests have ended.
function finished(test) {
  const out = new SafeArray();
  lines(test, out);
  write(out);
}

// A custom function of the program may throw; the report must not.
function textOf(error) {
  try {
    return inspect(error);
  } catch {
    return inspect(error, { __proto__: null, customInspect: false });
  }
}

function end(root, code) {
  if (isEnded)
    return;
  isEnded = true;
  const out = new SafeArray();
  const names = ObjectKeys(counts);
  for (let i = 0; i < names.length; i++) {
    const name = names[i];
    ArrayPrototypePush.call(out, `ℹ ${name} ${counts[name]}`);
  }
  ArrayPrototypePush.call(out, `ℹ duration_ms ${now() - started}`);
  if (failed.length > 0)
    ArrayPrototypePush.call(out, '', '✖ failing tests:');
  for (let i = 0; i < failed.length; i++) {
    const test = failed[i];
    const text = StringPrototypeReplaceAll.call(textOf(test.error), '\n', '\n  ');
    ArrayPrototypePush.call(out, '', line(test), `  ${text}`);
  }
  if (root.error !== null)
    ArrayPrototypePush.call(out, '', `✖ ${textOf(root.error)}`);
  write(out);
  const bad = root.error !== null ||
    ArrayPrototypeSome.call(root.subtests, (test) => !test.passed && !test.todo);
  if (bad && code === 0)
    process.exitCode = 1;
}

module.exports = { finished, end };
