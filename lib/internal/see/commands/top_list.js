'use strict';
// `gyre top` without a process: lists the gyre processes of this user, those that another one has
// started below it, with their loops. Each is queried twice.

const {
  ArrayPrototypeJoin, ArrayPrototypeMap, ArrayPrototypePush, MathMax, SafeMap,
  StringPrototypeEndsWith, StringPrototypePadStart, StringPrototypeRepeat, StringPrototypeSlice,
} = primordials;
const { setTimeout } = require('timers');
const { getOption } = require('internal/process/object');
const { toJson } = require('internal/see/client');
const { bytes, percent } = require('internal/see/commands/top_numbers');
const { Process } = require('internal/see/commands/top_loops');
const { commandOf, processes } = require('internal/see/processes');
const { formatDuration } = require('internal/see/duration');

const BETWEEN_MS = 500;
const MAX_WAIT_MS = 2000;     // for all answers
const MAX_SHOWN = 256;

// Parents before their children: [{ process, depth }].
function inOrder(list) {
  const pids = new SafeMap();
  for (let i = 0; i < list.length; i++)
    pids.set(list[i].pid, true);
  const result = [];
  const add = (parent, depth) => {
    for (let i = 0; i < list.length; i++) {
      const one = list[i];
      if (parent === undefined ? pids.has(one.parent) : one.parent !== parent)
        continue;
      ArrayPrototypePush.call(result, { __proto__: null, ...one, depth });
      add(one.pid, depth + 1);
    }
  };
  add(undefined, 0);
  return result;
}

// Calls done() when all have answered, or after a time.
function queryAll(queried, done) {
  let left = queried.length;
  let isDone = false;
  const finish = () => {
    if (!isDone)
      done();
    isDone = true;
  };
  const timer = setTimeout(finish, MAX_WAIT_MS);
  timer.unref();
  if (left === 0)
    finish();
  for (let i = 0; i < queried.length; i++) {
    queried[i].query(() => {
      if (--left === 0)
        finish();
    });
  }
}

const right = (text, width) => StringPrototypePadStart.call(text, width);

// The busiest loop of the process.
const busiest = ({ loops }) => {
  let most = 0;
  for (let i = 0; i < loops.length; i++)
    most = MathMax(most, loops[i].utilization);
  return most;
};

function rowOf({ pid, depth, clusterId }, queried, command) {
  const indent = StringPrototypeRepeat.call('  ', depth);
  const role = clusterId === undefined ? '' : `cluster worker ${clusterId}: `;
  const { length } = queried.loops;
  // A version without the query answers so.
  const failure = StringPrototypeEndsWith.call(queried.failure, 'unknown command') ?
    'is another version of gyre' : 'does not answer';
  const numbers = length === 0 ? right(failure, 38) :
    `${right(percent(busiest(queried)), 7)}${right(`${length}`, 7)}` +
    `${right(bytes(queried.memory), 11)}${right(formatDuration(queried.uptime), 13)}`;
  return `${right(`${pid}`, 8)}${numbers}  ${indent}${role}${command}`;
}

function print(list, queried) {
  const { columns = Infinity, isTTY } = process.stdout;
  const lines = [`${right('process', 8)}${right('busy', 7)}${right('loops', 7)}` +
    `${right('memory', 11)}${right('up', 13)}  command`];
  for (let i = 0; i < list.length; i++) {
    const command = commandOf(list[i].pid);
    if (command !== '')       // else it has ended
      ArrayPrototypePush.call(lines, rowOf(list[i], queried[i], command));
  }
  const shown = ArrayPrototypeMap.call(lines, (line) =>
    (isTTY ? StringPrototypeSlice.call(line, 0, columns) : line));
  process.stdout.write(`${ArrayPrototypeJoin.call(shown, '\n')}\n`);
}

function printJson(list, queried) {
  const all = ArrayPrototypeMap.call(list, ({ pid, parent, clusterId }, i) => ({
    __proto__: null, pid, parent, clusterId, command: commandOf(pid), rss: queried[i].memory,
    uptime_ns: queried[i].uptime, loops: queried[i].loops,
  }));
  process.stdout.write(`${toJson({ __proto__: null, processes: all })}\n`);
}

function main() {
  const all = inOrder(processes());
  const list = [];
  for (let i = 0; i < all.length && i < MAX_SHOWN; i++)
    ArrayPrototypePush.call(list, all[i]);
  if (list.length === 0 && !getOption('--json')) {
    process.stdout.write('No gyre process of this user is running.\n');
    return;
  }
  const queried = ArrayPrototypeMap.call(list, (one) => new Process(one));
  queryAll(queried, () => setTimeout(() => queryAll(queried, () => {
    (getOption('--json') ? printJson : print)(list, queried);
    if (list.length < all.length)
      process.stderr.write(`gyre: ${all.length - list.length} more are not shown\n`);
    for (let i = 0; i < queried.length; i++)
      queried[i].end();
  }), BETWEEN_MS));
}

module.exports = { main };
