'use strict';
// The loops of a process: those of its threads, and those of the gyre processes that it has started
// (workers of node:cluster, for example). One query returns all loops of a process.

const {
  ArrayPrototypeFind, ArrayPrototypeFindIndex, ArrayPrototypePush, ArrayPrototypeSlice, MathMax,
  MathMin, ReflectApply, SafeMap, StringPrototypePadEnd, StringPrototypePadStart,
} = primordials;
const { query } = require('internal/see/client');
const { count, percent } = require('internal/see/commands/top_numbers');
const { descendants } = require('internal/see/processes');
const { formatDuration } = require('internal/see/duration');
const { STUCK_NS } = require('internal/see/rates');
const { threadName } = require('internal/see/thread_name');

const MAX_PROCESSES = 64;
const MAX_ROWS = 12;
const NAME_WIDTH = 28;

const sleepOf = ({ asleep, asleep_ns: slept, now_ns: now, since_ns: since }) =>
  slept + (asleep ? now - since : 0);

// What has happened in a loop between two answers to `loops`. `before` is undefined for a loop that
// is new: then it counts from the start.
function loopRates(before, now) {
  const ns = before === undefined ? 0 : now.now_ns - before.now_ns;
  const rate = (name) => (ns === 0 ? 0 : (now[name] - before[name]) / (ns / 1e9));
  return {
    __proto__: null, thread: now.thread, name: now.name,
    utilization: ns === 0 ? 0 : MathMin(1, MathMax(0, 1 - (sleepOf(now) - sleepOf(before)) / ns)),
    turns: rate('turns'), callbacks: rate('callbacks'), phase: now.phase, doing: now.doing,
    asleep: now.asleep, stuck: now.asleep ? 0 : now.now_ns - now.since_ns,
  };
}

// One process; its answers are compared with the ones before.
class Process {
  pid; clusterId;
  #socket; #previous; #done;
  loops = [];
  failure = '';
  memory = 0;
  uptime = 0;

  constructor({ pid, clusterId }) {
    this.pid = pid;
    this.clusterId = clusterId;
  }

  // Calls done() when it has answered, or cannot. A process that does not answer has no loops; the
  // query of the picked loop reports it.
  query(done) {
    this.#done = done;
    if (this.#socket?.destroyed === false)
      return void this.#socket.write('loops\n');
    this.#socket = query(this.pid, 'loops', (answer) => this.#onAnswer(answer),
                         { __proto__: null, onFail: (message) => this.#onFail(message) });
  }

  #onFail(message) {
    this.loops = [];
    this.failure = message;
    this.#done?.();
  }

  #onAnswer({ loops, rss, uptime_ns: uptime }) {
    const before = this.#previous;
    const list = [];
    for (let i = 0; i < loops.length; i++) {
      const { thread } = loops[i];
      const old = before === undefined ? undefined :
        ArrayPrototypeFind.call(before, (loop) => loop.thread === thread);
      ArrayPrototypePush.call(list, loopRates(old, loops[i]));
    }
    this.loops = list;
    this.memory = rss;
    this.uptime = uptime;
    this.#previous = loops;
    this.#done?.();
  }

  end() {
    this.#socket?.destroy();
  }
}

class Loops {
  #root;
  #isEnded = false;
  #processes = new SafeMap();     // pid → Process

  constructor(pid) {
    this.#root = { __proto__: null, pid, clusterId: undefined };
  }

  // Queries all processes; the answers come later.
  refresh() {
    if (this.#isEnded)
      return;
    const found = [this.#root];
    ReflectApply(ArrayPrototypePush, found, descendants(this.#root.pid));
    const current = new SafeMap();
    for (let i = 0; i < found.length && i < MAX_PROCESSES; i++) {
      const { pid } = found[i];
      const one = this.#processes.get(pid) ?? new Process(found[i]);
      current.set(pid, one);
      one.query();
    }
    this.#processes.forEach((one, pid) => {
      if (!current.has(pid))
        one.end();
    });
    this.#processes = current;
  }

  // [{ pid, clusterId, thread, name, utilization, turns, callbacks, phase, ... }]
  list() {
    const result = [];
    this.#processes.forEach(({ pid, clusterId, loops }) => {
      for (let i = 0; i < loops.length; i++)
        ArrayPrototypePush.call(result, { __proto__: null, pid, clusterId, ...loops[i] });
    });
    return result;
  }

  // The neighbour of a loop in the list, from the last to the first and back; undefined: there is
  // no other one.
  beside(pid, thread, step) {
    const list = this.list();
    const at = ArrayPrototypeFindIndex.call(
      list, (loop) => loop.pid === pid && loop.thread === thread);
    const next = list[(at + step + list.length) % list.length];
    return list.length < 2 ? undefined : next;
  }

  end() {
    this.#isEnded = true;
    this.#processes.forEach((one) => one.end());
  }
}

// ---- As text ----

const left = (text, width) => StringPrototypePadEnd.call(text, width);
const right = (text, width) => StringPrototypePadStart.call(text, width);

function stateOf({ asleep, stuck, phase, doing }) {
  if (asleep)
    return 'asleep';
  const at = doing === 'nothing' || doing === 'callback' ? phase : `${phase}, ${doing}`;
  return stuck >= STUCK_NS ? `${at}, blocked for ${formatDuration(stuck)}` : at;
}

function row(loop, isPicked) {
  const { pid, clusterId, utilization, turns, callbacks } = loop;
  const process = clusterId === undefined ? '' : `cluster worker ${clusterId}`;
  const thread = threadName(loop);
  const name = thread === '' ? process || 'main thread' :
    `${process}${process === '' ? '' : ', '}${thread}`;
  return `${isPicked ? '>' : ' '} ${left(`${pid}`, 8)}${left(name, NAME_WIDTH)}` +
    `${right(percent(utilization), 7)}${right(count(turns), 9)}${right(count(callbacks), 13)}  ` +
    stateOf(loop);
}

// A line for each loop, the picked one marked, and an empty line; nothing if there is but one.
function rowsOf(loops, pid, thread, height) {
  if (loops.length < 2)
    return [];
  const picked = MathMax(0, ArrayPrototypeFindIndex.call(
    loops, (loop) => loop.pid === pid && loop.thread === thread));
  const most = height === Infinity ? loops.length : MathMax(3, MathMin(MAX_ROWS, height - 16));
  const from = MathMax(0, MathMin(picked - (most >> 1), loops.length - most));
  const shown = ArrayPrototypeSlice.call(loops, from, from + most);
  const out = [`  ${left('process', 8)}${left('loop of', NAME_WIDTH)}${right('busy', 7)}` +
    `${right('turns/s', 9)}${right('callbacks/s', 13)}  now in`];
  for (let i = 0; i < shown.length; i++)
    ArrayPrototypePush.call(out, row(shown[i], from + i === picked));
  if (shown.length < loops.length)
    ArrayPrototypePush.call(out, `  ... ${loops.length - shown.length} more`);
  ArrayPrototypePush.call(out, '');
  return out;
}

module.exports = { Loops, Process, rowsOf };
