'use strict';
// What keeps this process alive. Each holder has a record { kind, what, age, line, release }; if
// the line is not certain, `perhaps` has it. Handles and requests come from the loop
// (holders/handles.js), timers from lib/ (holders/timers.js).

const {
  ArrayPrototypeFind, ArrayPrototypeJoin, ArrayPrototypeMap, ArrayPrototypePush,
  ArrayPrototypeSome, ArrayPrototypeSort, MathMax, MathMin, ReflectApply, SafeMap,
  StringPrototypePadEnd, StringPrototypeStartsWith, StringPrototypeTrimEnd,
} = primordials;
const binding = internalBinding('see');
const { fromLoop } = require('internal/see/holders/handles');
const { formatDuration } = require('internal/see/duration');
const { timerHolders, recordAll, recordBriefly } = require('internal/see/holders/timers');

// A child that reads its standard input ends when that ends.
function adviseChildren(list, held) {
  for (let i = 0; i < held.length; i++) {
    const child = held[i].owner?.about?.stdioOf;
    if (!child?.stdin || child.stdin.writableEnded)
      continue;
    const holder = ArrayPrototypeFind.call(list, ({ kind, what }) =>
      kind === 'child' && StringPrototypeStartsWith.call(what, `process ${child.pid} `));
    if (holder !== undefined && !StringPrototypeStartsWith.call(holder.release, 'child.stdin'))
      holder.release = `child.stdin.end() if it reads that; ${holder.release}`;
  }
}

function holders() {
  const held = binding.alive();
  const list = ArrayPrototypeMap.call(held, (one) => fromLoop(one, one.owner));
  adviseChildren(list, held);
  ReflectApply(ArrayPrototypePush, list, timerHolders());
  return ArrayPrototypeSort.call(list, (a, b) => b.age - a.age);
}

// From now on the line of every timer and every request of a file is recorded.
function recordLines() {
  binding.recordRequestOrigins(true);
  recordAll();
}

const RECORDED = { __proto__: null, timeout: true, interval: true, immediate: true, request: true };

// Called by a query: if lines are missing, records them for a moment. True if a second query may
// find more lines, of timers and requests that are made again and again.
const mayLearn = (list) =>
  ArrayPrototypeSome.call(list, ({ kind, line }) => line === '' && RECORDED[kind]) &&
  recordBriefly(binding.recordRequestOrigins);

const placeOf = ({ line, perhaps }) =>
  (line !== '' ? line : perhaps !== undefined ? `perhaps ${perhaps}` : '(no line known)');

const cellsOf = (held) => {
  const { kind, what, age, isOlder, release } = held;
  return [kind, what, `${isOlder ? 'over ' : ''}${formatDuration(age)} old`, placeOf(held),
          release === '' ? '' : `release: ${release}`];
};

// If one line of the program has made many holders, the oldest ones and the number of the others
// are shown.
const MAX_ALIKE = 10;
const SHOWN_ALIKE = 3;
const MAX_WIDTH = 120;      // of a column

// Lists of holders with the same kind and line.
function groupsOf(list) {
  const byLine = new SafeMap();
  const groups = [];
  for (let i = 0; i < list.length; i++) {
    const key = `${list[i].kind} ${list[i].line}`;
    let group = byLine.get(key);
    if (group === undefined) {
      group = [];
      byLine.set(key, group);
      ArrayPrototypePush.call(groups, group);
    }
    ArrayPrototypePush.call(group, list[i]);
  }
  return groups;
}

function toRows(list) {
  const groups = groupsOf(list);
  const rows = [];
  for (let i = 0; i < groups.length; i++) {
    const group = groups[i];
    const shown = group.length <= MAX_ALIKE ? group.length : SHOWN_ALIKE;
    for (let j = 0; j < shown; j++)
      ArrayPrototypePush.call(rows, cellsOf(group[j]));
    if (shown < group.length) {
      const more = `${group.length - shown} more`;
      ArrayPrototypePush.call(rows, [group[0].kind, more, '', placeOf(group[0]), '']);
    }
  }
  return rows;
}

// The rows as lines of text, with columns of equal width.
function tableOf(rows) {
  const widths = ArrayPrototypeMap.call(rows[0], () => 0);
  for (let i = 0; i < rows.length; i++) {
    for (let j = 0; j < widths.length; j++)
      widths[j] = MathMin(MAX_WIDTH, MathMax(widths[j], rows[i][j].length));
  }
  let text = '';
  for (let i = 0; i < rows.length; i++) {
    const cells = ArrayPrototypeMap.call(rows[i], (cell, j) =>
      StringPrototypePadEnd.call(cell, widths[j]));
    text += `  ${StringPrototypeTrimEnd.call(ArrayPrototypeJoin.call(cells, '  '))}\n`;
  }
  return text;
}

// A table for people. `hint` tells how to find lines that are not known; `what` is kept alive.
function describe(list, hint = '', what = 'this process') {
  if (list.length === 0)
    return `Nothing keeps ${what} alive.\n`;
  const title = list.length === 1 ? 'One thing keeps' : `${list.length} things keep`;
  const needsHint = hint !== '' && ArrayPrototypeSome.call(list, ({ line }) => line === '');
  return `${title} ${what} alive:\n${tableOf(toRows(list))}${needsHint ? `${hint}\n` : ''}`;
}

module.exports = { holders, describe, recordLines, mayLearn };
