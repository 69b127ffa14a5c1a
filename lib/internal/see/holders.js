'use strict';
// What keeps this process alive, one record each: { kind, what, age, line, release }; `perhaps` when the line may be
// another one. The loop knows its handles and requests (holders/handles.js), lib/ its timers (holders/timers.js).

const binding = internalBinding('see');
const { fromLoop } = require('internal/see/holders/handles');
const { timerHolders, noteAll, noteAWhile, time } = require('internal/see/holders/timers');

const MS = 1e6;

// A child that waits for its standard input ends when that does.
function adviseChildren(list, handles) {
  for (const handle of handles) {
    const child = handle?.about?.stdioOf;
    const told = child?.stdin && !child.stdin.writableEnded &&
      list.find(({ kind, what }) => kind === 'child' && what.startsWith(`process ${child.pid} `));
    if (told && !told.release.startsWith('child.stdin'))
      told.release = `child.stdin.end() if it waits for that; ${told.release}`;
  }
}

function holders() {
  const handles = binding.owners();
  const list = JSON.parse(binding.alive()).map((held, i) => fromLoop(held, handles[i]));
  adviseChildren(list, handles);
  return [...list, ...timerHolders()].sort((a, b) => b.age - a.age);
}

// From now on every timer and every request of a file remembers its line.
function noteLines() {
  binding.noteRequests(true);
  noteAll();
}

const NOTED = { __proto__: null, timeout: true, interval: true, immediate: true, request: true };

// For who asks a process that was not prepared: whether it may know more in a moment, of what comes again and again.
function mayLearn(list) {
  return list.some(({ kind, line }) => line === '' && NOTED[kind]) && noteAWhile(binding.noteRequests);
}

const placeOf = ({ line, perhaps }) =>
  (line !== '' ? line : perhaps !== undefined ? `perhaps ${perhaps}` : '(no line known)');

const rowOf = ({ kind, what, age, isOlder, line, perhaps, release }) =>
  [kind, what, `${isOlder ? 'over ' : ''}${time(age / MS)} old`, placeOf({ line, perhaps }),
   release === '' ? '' : `let go: ${release}`];

// A line of the program that has made thousands is told of by its oldest, and by how many there are.
const MOST_ALIKE = 10;
const SHOWN = 3;

function toRows(list) {
  const groups = new Map();
  for (const held of list) {
    const key = `${held.kind} ${held.line}`;
    const group = groups.get(key);
    if (group === undefined)
      groups.set(key, [held]);
    else
      group.push(held);
  }
  return [...groups.values()].flatMap((group) => (group.length <= MOST_ALIKE ? group.map(rowOf) :
    [...group.slice(0, SHOWN).map(rowOf),
     [group[0].kind, `${group.length - SHOWN} more`, '', rowOf(group[0])[3], '']]));
}

// A table in words, for people. `hint` says where lines that are not known may be had.
function describe(list, hint = '') {
  if (list.length === 0)
    return 'Nothing keeps this process alive.\n';
  const rows = toRows(list);
  const widths = rows[0].map((_, i) => rows.reduce((most, row) => Math.max(most, row[i].length), 0));
  const text = rows.map((row) =>
    `  ${row.map((cell, i) => cell.padEnd(widths[i])).join('  ')}`.trimEnd()).join('\n');
  return `${list.length === 1 ? 'One thing keeps' : `${list.length} things keep`} this process alive:\n${text}\n${
    hint !== '' && list.some(({ line }) => line === '') ? `${hint}\n` : ''}`;
}

module.exports = { holders, describe, noteLines, mayLearn, time };
