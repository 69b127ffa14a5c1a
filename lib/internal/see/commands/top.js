'use strict';
// `gyre top PID`: watches a running process and reports once a second. On a terminal it redraws one
// screen, and the key q ends it; elsewhere it prints a block of text per report. With --json it
// prints one line per report. `gyre top` is commands/top_list.js.
//
// The counters come from the side thread of the process, also while its loop is blocked. The heap
// and the callbacks come from the program's thread; while that is blocked, the last values stay on
// the screen. When the loop is blocked, the side thread is queried for the line that blocks it.
//
// A process with workers, or with child processes that are gyre's, has many loops (top_loops.js):
// all are listed, and one of them is shown in full.

const {
  ArrayPrototypeJoin, ArrayPrototypeMap, ArrayPrototypePush, ArrayPrototypeSlice, MathMax, MathMin,
  ReflectApply, RegExpPrototypeExec, StringPrototypePadEnd, StringPrototypePadStart,
  StringPrototypeSlice, StringPrototypeSplit, StringPrototypeStartsWith,
} = primordials;
const { clearInterval, clearTimeout, setInterval, setTimeout } = require('timers');
const { getOption } = require('internal/process/object');
const { query, toJson } = require('internal/see/client');
const { formatDuration } = require('internal/see/duration');
const { bar, bytes, count, delayText, percent, plural } =
  require('internal/see/commands/top_numbers');
const { Loops, rowsOf } = require('internal/see/commands/top_loops');
const { commandOf } = require('internal/see/processes');
const { between, warnings, STUCK_NS } = require('internal/see/rates');

const INTERVAL = 1000;      // ms
const MAX_HOT = 8;
const BLOCKED_MS = 50;
const SILENT_MS = 3000;     // after which a process that has not answered is reported
const SAMPLE_MS = 400;      // within which the line of a blocked loop is found, nearly always

const print = (text) => process.stderr.write(`gyre: ${text}\n`);

function main() {
  const { argument, pid, thread } = require('internal/see/commands/target');
  const picked = thread();
  if (pid === undefined && argument !== undefined) {
    print(`top takes the id of a process, not '${argument}'`);
    process.exitCode = 9;
    return;
  }
  if (pid === undefined)
    return require('internal/see/commands/top_list').main();
  const ms = require('internal/see/commands/for_seconds')();
  const screen = getOption('--json') ? printJson : process.stdout.isTTY ? terminal() : printBlock;
  const top = new Top(+pid, picked ?? 0, screen);
  if (!top.start())
    return;
  // The reader has closed the pipe: `gyre top PID | head`.
  process.stdout.on('error', (error) => {
    if (error.code !== 'EPIPE')
      throw error;
    top.end();
  });
  screen.onKeys?.(top);
  if (ms !== undefined)
    setTimeout(() => top.end(), ms).unref();
}

// One loop of one process.
class Subject {
  pid; thread;
  #show;
  #counters;          // the socket of the query `counters`
  #program;           // the socket of the query `top`
  #isPending = true;  // the query `top`
  #previous;          // counters
  #inner;             // the last answer to `top`
  #blocked;           // the last answer to `blocked`
  #silence;

  constructor(pid, thread, show) {
    this.pid = pid;
    this.thread = thread;
    this.#show = show;
  }

  // Calls onEnd() when the process or the worker has ended. False when it cannot be reached.
  start(onEnd) {
    const options = { __proto__: null, thread: this.thread };
    this.#counters = query(this.pid, `counters ${INTERVAL}`, (value) => {
      if (value.threshold_ms === undefined)
        this.#onCounters(value);
      else
        this.#blocked = value;
    }, options);
    if (this.#counters === undefined)
      return false;
    this.#program = query(this.pid, 'top', (value) => {
      if (value.waiting !== undefined)
        return;
      this.#isPending = false;
      this.#inner = value;
    }, { __proto__: null, ...options, onFail() {} });     // the counters' query reports it
    this.#silence = setTimeout(() =>
      print(`process ${this.pid} does not answer; is it stopped?`), SILENT_MS);
    this.#counters.on('close', onEnd);
    this.#counters.on('end', () => {
      if (this.#previous !== undefined)
        print(this.thread === 0 ? `process ${this.pid} has ended` :
          `worker ${this.thread} of process ${this.pid} has ended`);
    });
    return true;
  }

  queryProgram() {
    if (!this.#isPending && this.#program?.destroyed === false)
      this.#program.write('top\n');
    this.#isPending = true;
  }

  #onCounters(now) {
    clearTimeout(this.#silence);
    if (this.#previous !== undefined) {
      const rates = between(this.#previous, now);
      const isStuck = rates.stuck >= STUCK_NS;
      const report = isStuck && this.#blocked?.now ? this.#blocked.last : null;
      this.#show({
        __proto__: null, pid: `${this.pid}`, thread: this.thread, now, rates, inner: this.#inner,
        blocked: report,
      });
      if (isStuck && !(report !== null && report.file !== ''))
        this.#findLine();
    }
    this.#previous = now;
  }

  // The answer to the first query starts the sampling, the answer to the second one has a line. The
  // process samples until the connection is closed.
  #findLine() {
    const text = `blocked ${BLOCKED_MS}\n`;
    const socket = this.#counters;
    socket.write(text);
    setTimeout(() => socket.destroyed || socket.write(text), SAMPLE_MS).unref();
  }

  end() {
    clearTimeout(this.#silence);
    this.#counters.destroy();
    this.#program?.destroy();
  }
}

class Top {
  #subject; #screen; #loops; #timer;
  #state;             // what was shown last

  constructor(pid, thread, screen) {
    this.#screen = screen;
    this.#loops = new Loops(pid);
    this.#subject = new Subject(pid, thread, (state) => this.#show(state));
  }

  // False when the process cannot be reached.
  start() {
    if (!this.#watch(this.#subject))
      return false;
    this.#loops.refresh();
    setTimeout(() => this.#loops.refresh(), INTERVAL / 2).unref();      // rates need two answers
    this.#timer = setInterval(() => {
      this.#subject.queryProgram();
      this.#loops.refresh();
    }, INTERVAL);
    return true;
  }

  #watch(subject) {
    return subject.start(() => {
      if (subject === this.#subject)
        this.end();
    });
  }

  #show(state) {
    this.#state = state;
    this.#screen({ __proto__: null, ...state, loops: this.#loops.list() });
  }

  // Shows the loop before (-1) or after (1) the one that is shown.
  pick(step) {
    const { pid, thread } = this.#subject;
    const next = this.#loops.beside(pid, thread, step);
    if (next === undefined)
      return;
    const before = this.#subject;
    this.#subject = new Subject(next.pid, next.thread, (state) => this.#show(state));
    before.end();
    if (!this.#watch(this.#subject))
      return this.end();
    if (this.#state !== undefined)
      this.#screen({
        __proto__: null, ...this.#state, loops: this.#loops.list(), pid: `${next.pid}`,
        thread: next.thread,
      });
  }

  end() {
    clearInterval(this.#timer);
    this.#loops.end();
    this.#subject.end();
    this.#screen.end?.();
  }
}

// ---- The report ----

const DOING = { __proto__: null, nothing: 'no JavaScript is running',
                callback: 'running a callback' };

function titleOf({ pid, thread, now, inner }) {
  const heap = inner === undefined ? '' : `, heap ${bytes(inner.heap.used)} of ` +
    `${bytes(inner.heap.total)}, outside it ${bytes(inner.heap.external)}`;
  return [
    `gyre ${pid}${thread === 0 ? '' : ` worker ${thread}`}  ${inner?.command ?? commandOf(pid)}`,
    `up ${formatDuration(now.uptime_ns)}, memory ${bytes(now.rss)}${heap}`,
    '',
  ];
}

function addLoop(out, { now, rates }) {
  const { utilization, turns, callbacks, delay, phases } = rates;
  ArrayPrototypePush.call(
    out,
    `loop    ${bar(utilization)} ${percent(utilization)} busy, ${count(turns)} turns/s, ` +
    `${count(callbacks)} callbacks/s, now in ${now.asleep ? 'poll, asleep' : now.phase}`,
    turns === 0 ? 'delay   no turn has ended' :
      `delay   half below ${delayText(delay.p50)}, 90 % ${delayText(delay.p90)}, ` +
      `99 % ${delayText(delay.p99)}, longest ${delayText(delay.max)}`);
  for (let i = 0; i < phases.length; i++) {
    const { name, share, callbacks: calls } = phases[i];
    if (calls > 0 || share > 0.0005)
      ArrayPrototypePush.call(out, `${StringPrototypePadEnd.call(name, 8)}${bar(share)} ` +
        `${percent(share)}, ${count(calls)} callbacks/s`);
  }
}

function addQueues(out, { now, rates: { pool, ring, fallbacks }, inner }) {
  const queues = inner === undefined ? '' :
    `${plural(inner.timers, 'timer')}, ${plural(inner.immediates, 'immediate')}, `;
  const threads = pool.threads === 0 ? 'not started' :
    `${pool.busy} of ${pool.threads} threads busy, ` +
    `${plural(pool.depth, 'job')} wait${pool.depth === 1 ? 's' : ''}`;
  ArrayPrototypePush.call(
    out, `queues  ${queues}${DOING[now.doing] ?? `running ${now.doing}`}`, `pool    ${threads}`);
  for (let i = 0; i < pool.jobs.length; i++) {
    const { name, done, wait, run, running, queued } = pool.jobs[i];
    if (done > 0 || queued > 0 || running > 0)
      ArrayPrototypePush.call(out, `        ${name}: ${count(done)}/s, wait ${delayText(wait)}, ` +
        `run ${delayText(run)}, ${running} running, ${queued} queued`);
  }
  const without = fallbacks > 0 ? `, ${fallbacks} done without it` : '';
  ArrayPrototypePush.call(out, `ring    ${count(ring)} operations/s${without}`);
}

function addHottest(out, { hot }, most) {
  ArrayPrototypePush.call(out, '', 'hottest callbacks');
  for (let i = 0; i < hot.length && i < most; i++) {
    const { name, where, share, line, lineShare } = hot[i];
    const inner = line === where ? '' : `, ${percent(lineShare)} of it at ${line}`;
    ArrayPrototypePush.call(out, `${StringPrototypePadStart.call(percent(share), 7)}  ` +
      `${name} (${where})${inner}`);
  }
}

// The lines of the report, at most `height`. The warnings are always among them: the hottest
// callbacks are left out first, then the lines above them.
function describe(state, height = Infinity, width = Infinity) {
  const { now, rates, inner, blocked } = state;
  const out = titleOf(state);
  ReflectApply(ArrayPrototypePush, out, rowsOf(state.loops, +state.pid, state.thread, height));
  addLoop(out, state);
  addQueues(out, state);
  const warned = [];
  const sentences = warnings(rates, now, blocked);
  for (let i = 0; i < sentences.length; i++)
    wrap(warned, `! ${sentences[i]}`, width);
  const free = height - (warned.length > 0 ? warned.length + 1 : 0);
  const room = free - out.length - 2;
  if (inner !== undefined && inner.hot.length > 0 && room > 0)
    addHottest(out, inner, MathMin(MAX_HOT, room));
  if (warned.length > 0) {
    out.length = MathMin(out.length, MathMax(0, free));
    ArrayPrototypePush.call(out, '');
    ReflectApply(ArrayPrototypePush, out, warned);
  }
  return out;
}

// Adds the text as lines of at most `width` columns; all but the first are indented.
function wrap(out, text, width) {
  const parts = StringPrototypeSplit.call(text, ' ');
  let line = '';
  for (let i = 0; i < parts.length; i++) {
    if (line !== '' && line.length + 1 + parts[i].length > width) {
      ArrayPrototypePush.call(out, line);
      line = `  ${parts[i]}`;
    } else {
      line = line === '' ? parts[i] : `${line} ${parts[i]}`;
    }
  }
  ArrayPrototypePush.call(out, line);
}

// ---- Screens ----

function printJson(state) {
  process.stdout.write(`${toJson(state)}\n`);
}

function printBlock(state) {
  process.stdout.write(`${ArrayPrototypeJoin.call(describe(state), '\n')}\n\n`);
}

const BOLD = '\x1b[1m', NOT_BOLD = '\x1b[22m', DIM = '\x1b[2m', YELLOW = '\x1b[33m';
const DEFAULT_COLOUR = '\x1b[39m', TOP_LEFT = '\x1b[H', ERASE_LINE = '\x1b[K';
const ERASE_BELOW = '\x1b[J', HIDE_CURSOR = '\x1b[?25l', SHOW_CURSOR = '\x1b[?25h';
const OTHER_SCREEN = '\x1b[?1049h', MAIN_SCREEN = '\x1b[?1049l';

function draw(state) {
  const columns = process.stdout.columns || 80;     // 0: a terminal that does not know its size
  const rows = process.stdout.rows || 24;
  const lines = ArrayPrototypeSlice.call(describe(state, rows - 2, columns), 0, rows - 2);
  let isWarning = false;      // warnings are the last lines
  const painted = ArrayPrototypeMap.call(lines, (line, i) => {
    const shown = StringPrototypeSlice.call(line, 0, columns);
    isWarning ||= StringPrototypeStartsWith.call(shown, '!');
    return (i === 0 ? `${BOLD}${shown}${NOT_BOLD}` :
      isWarning ? `${YELLOW}${shown}${DEFAULT_COLOUR}` : shown) + ERASE_LINE;
  });
  process.stdout.write(`${TOP_LEFT}${ArrayPrototypeJoin.call(painted, '\n')}\n` +
    `${ERASE_BELOW}${DIM}${state.loops.length > 1 ? '↑ ↓: pick a loop, ' : ''}q: quit${NOT_BOLD}`);
}

function terminal() {
  const { stdin, stdout } = process;
  const screen = (state) => draw(state);
  screen.end = () => {
    if (stdin.isTTY)
      stdin.setRawMode(false);
    stdin.pause();
    stdout.write(`${SHOW_CURSOR}${MAIN_SCREEN}`);
  };
  screen.onKeys = (top) => {
    const end = () => top.end();
    stdout.write(`${OTHER_SCREEN}${HIDE_CURSOR}`);
    process.once('SIGINT', end);
    process.once('SIGTERM', end);
    if (!stdin.isTTY)
      return;
    stdin.setRawMode(true);
    stdin.on('data', (keys) => {
      const text = keys.toString();
      if (RegExpPrototypeExec.call(/[q\x03\x04]/, text) !== null)
        end();
      else if (RegExpPrototypeExec.call(/^(?:\x1b\[A|\x1bOA|k)/, text) !== null)
        top.pick(-1);
      else if (RegExpPrototypeExec.call(/^(?:\x1b\[B|\x1bOB|j|\t)/, text) !== null)
        top.pick(1);
    });
  };
  return screen;
}

module.exports = { main };
