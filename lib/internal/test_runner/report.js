'use strict';
// The results as text: a tree of names with marks, what failed, and the counts.

const { inspect } = require('internal/util/inspect');
const { now } = internalBinding('process');

const counts = { tests: 0, suites: 0, pass: 0, fail: 0, cancelled: 0, skipped: 0, todo: 0 };
const failed = [];
const started = now();
let saidEnd = false;

function outcome(test) {
  if (test.skipped !== false)
    return 'skipped';
  if (test.todo !== false)
    return 'todo';
  if (test.passed)
    return 'pass';
  return test.error?.failureType === 'cancelledByParent' ? 'cancelled' : 'fail';
}

const MARKS = { skipped: '﹣', todo: '⚠', pass: '✔', fail: '✖', cancelled: '✖' };

function lines(test, out) {
  const result = outcome(test);
  const indent = '  '.repeat(test.depth);
  if (test.isSuite) {
    counts.suites++;
  } else {
    counts.tests++;
    counts[result]++;
    if (result === 'fail' || result === 'cancelled')
      failed.push(test);
  }
  if (test.subtests.length > 0) {
    out.push(`${indent}▶ ${test.name}`);
    for (const each of test.subtests)
      lines(each, out);
  }
  const note = result === 'skipped' ? ` # ${test.skipped === true ? 'SKIP' : test.skipped}` :
    result === 'todo' ? ` # ${test.todo === true ? 'TODO' : test.todo}` : '';
  const mark = result === 'todo' && test.passed ? MARKS.pass : MARKS[result];
  out.push(`${indent}${mark} ${test.name} (${test.duration.toFixed(6)}ms)${note}`);
  for (const each of test.diagnostics)
    out.push(`${indent}ℹ ${each}`);
}

function write(out) {
  process.stdout.write(`${out.join('\n')}\n`);
}

// A test of the first level is over, and all that is in it.
function finished(test) {
  const out = [];
  lines(test, out);
  write(out);
}

function end(root, code) {
  if (saidEnd)
    return;
  saidEnd = true;
  const out = [];
  for (const name of Object.keys(counts))
    out.push(`ℹ ${name} ${counts[name]}`);
  out.push(`ℹ duration_ms ${now() - started}`);
  if (failed.length > 0)
    out.push('', '✖ failing tests:');
  for (const test of failed)
    out.push('', `✖ ${test.fullName}`, `  ${inspect(test.error).replaceAll('\n', '\n  ')}`);
  if (root.error !== null)
    out.push('', `✖ ${inspect(root.error)}`);
  write(out);
  const bad = root.error !== null || root.subtests.some((test) => !test.passed && !test.todo);
  if (bad && code === 0)
    process.exitCode = 1;
}

module.exports = { finished, end };
