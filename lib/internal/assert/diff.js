'use strict';
// Line diffs of two inspected values, as assertion errors show them.
// The alignment is Myers' greedy one: the shortest script, found by furthest-reaching paths.
// (1) Lines that differ only in a trailing comma are the same line: a comma says nothing but that
//     another entry follows.
// (2) Of a run of unchanged lines, HEAD are shown and, before the next change, the last one.

const { ArrayPrototypePush, ArrayPrototypeReverse, Int32Array, SafeArray } = primordials;
const HEAD = 5;
const SHOW_WHOLE = 7;

function sameLine(a, b, commas) {
  return a === b || (commas && (`${a},` === b || a === `${b},`));
}

// How far each diagonal gets with each number of edits; ends when one reaches the corner.
function explore(a, b, commas) {
  const max = a.length + b.length;
  const furthest = new Int32Array(2 * max + 3);
  const rounds = new SafeArray();
  for (let edits = 0; edits <= max; edits++) {
    const round = new Int32Array(2 * edits + 3);
    for (let i = 0; i < 2 * edits + 3; i++)
      round[i] = furthest[max - edits + i];
    ArrayPrototypePush.call(rounds, round);
    for (let k = -edits; k <= edits; k += 2) {
      const at = max + 1 + k;
      const down = k === -edits || (k !== edits && furthest[at - 1] < furthest[at + 1]);
      let x = down ? furthest[at + 1] : furthest[at - 1] + 1;
      while (x < a.length && x - k < b.length && sameLine(a[x], b[x - k], commas))
        x++;
      furthest[at] = x;
      if (x >= a.length && x - k >= b.length)
        return rounds;
    }
  }
  return rounds;
}

// → [[sign, line], …] with '+' for lines of actual, '-' for lines of expected, ' ' for common ones.
function diffLines(actual, expected, commas) {
  const rounds = explore(actual, expected, commas);
  const result = new SafeArray();
  let x = actual.length;
  let y = expected.length;
  const common = () => {
    x--;
    y--;
    const shorter = actual[x].length <= expected[y].length;
    ArrayPrototypePush.call(result, [' ', shorter ? expected[y] : actual[x]]);
  };
  for (let edits = rounds.length - 1; edits >= 0; edits--) {
    const furthest = rounds[edits]; // diagonal k is at index k + edits + 1
    const k = x - y;
    const at = k + edits + 1;
    const down = k === -edits || (k !== edits && furthest[at - 1] < furthest[at + 1]);
    const fromX = edits === 0 ? 0 : down ? furthest[at + 1] : furthest[at - 1];
    const fromY = edits === 0 ? 0 : fromX - (down ? k + 1 : k - 1);
    while (x > fromX && y > fromY)
      common();
    if (edits > 0) {
      if (x > fromX)
        ArrayPrototypePush.call(result, ['+', actual[--x]]);
      else
        ArrayPrototypePush.call(result, ['-', expected[--y]]);
    }
  }
  return ArrayPrototypeReverse.call(result);
}

function renderLine({ 0: sign, 1: line }, { green, red, gray, off }, partial) {
  if (sign === ' ')
    return `\n${off}  ${line}`;
  if (sign === '-')
    return `\n${red}-${off} ${line}`;
  return partial ? `\n${gray}  ${line}${off}` : `\n${green}+${off} ${line}`;
}

// → { text, skipped }: the diff as shown, and whether lines in its middle were left out.
function render(diff, colors, partial) {
  let text = '';
  let skipped = false;
  const put = (step) => { text += renderLine(step, colors, partial); };
  for (let i = 0; i < diff.length;) {
    if (diff[i][0] !== ' ') {
      put(diff[i++]);
      continue;
    }
    let end = i;
    while (end < diff.length && diff[end][0] === ' ')
      end++;
    const last = end === diff.length;
    const whole = end - i <= (last ? HEAD : SHOW_WHOLE);
    for (let shown = i; shown < (whole ? end : i + HEAD); shown++)
      put(diff[shown]);
    if (!whole && !last) {
      text += `\n${colors.blue}...${colors.off}`;
      put(diff[end - 1]);
      skipped = true;
    }
    i = end;
  }
  return { text, skipped };
}

module.exports = { diffLines, render };
