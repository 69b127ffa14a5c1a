'use strict';
// `gyre top PID`: watches a running process and reports once a second. On a terminal it redraws one
// screen, and the key q ends it; elsewhere it prints a block of text per report. With --json it
// prints one line per report.
//
// The counters come from the side thread of the process, also while its loop is blocked. The heap
// and the callbacks come from the program's thread; while that is blocked, the last values stay on
// the screen. When the loop is blocked, the side thread is queried for the line that blocks it.

const {
  ArrayPrototypeJoin, ArrayPrototypeMap, ArrayPrototypePush, ArrayPrototypeSlice, MathMax, MathMin,
  MathRound, NumberPrototypeToFixed, ReflectApply, RegExpPrototypeExec, StringPrototypePadEnd,
  StringPrototypePadStart, StringPrototypeRepeat, StringPrototypeReplace, StringPrototypeSlice,
  StringPrototypeSplit, StringPrototypeStartsWith,
} = primordials;
const { clearInterval, clearTimeout, setInterval, setTimeout } = require('timers');
const { getOption } = require('internal/process/object');
const { query, toJson } = require('internal/see/client');
const { formatDuration } = require('internal/see/duration');
const { between, warnings, STUCK_NS } = require('internal/see/rates');

const INTERVAL = 1000;      // ms
const BAR_WIDTH = 24;
const MAX_HOT = 8;
const BLOCKED_MS = 50;
const SILENT_MS = 3000;     // after which a process that has not answered is reported
const SAMPLE_MS = 400;      // within which the line of a blocked loop is found, nearly always

function main() {
  const { pid } = require('internal/see/commands/target');
  if (pid === undefined) {
    process.stderr.write('Usage: gyre top [--json] [--for=SECONDS] PID\n');
    process.exitCode = 9;
    return;
  }
  const ms = require('internal/see/commands/for_seconds')();
  const screen = getOption('--json') ? printJson : process.stdout.isTTY ? terminal() : printBlock;
  const top = new Top(pid, screen);
  if (!top.start())
    return;
  // The reader has closed the pipe: `gyre top PID | head`.
  process.stdout.on('error', (error) => {
    if (error.code !== 'EPIPE')
      throw error;
    top.end();
  });
  screen.onQuit?.(() => top.end());
  if (ms !== undefined)
    setTimeout(() => top.end(), ms).unref();
}

class Top {
  #pid; #screen;
  #counters;          // the socket of the query `counters`
  #program;           // the socket of the query `top`
  #isPending = true;  // the query `top`
  #previous;          // counters
  #inner;             // the last answer to `top`
  #blocked;           // the last answer to `blocked`
  #silence; #timer;

  constructor(pid, screen) {
    this.#pid = pid;
    this.#screen = screen;
  }

  // False when the process cannot be reached.
  start() {
    this.#counters = query(this.#pid, `counters ${INTERVAL}`, (value) => {
      if (value.threshold_ms === undefined)
        this.#onCounters(value);
      else
        this.#blocked = value;
    });
    if (this.#counters === undefined)
      return false;
    this.#program = query(this.#pid, 'top', (value) => {
      if (value.waiting !== undefined)
        return;
      this.#isPending = false;
      this.#inner = value;
    });
    this.#silence = setTimeout(() =>
      process.stderr.write(`gyre: process ${this.#pid} does not answer; is it stopped?\n`),
                               SILENT_MS);
    this.#timer = setInterval(() => this.#queryProgram(), INTERVAL);
    this.#counters.on('close', () => this.end());
    this.#counters.on('end', () =>
      process.stderr.write(`gyre: process ${this.#pid} has ended\n`));
    return true;
  }

  #queryProgram() {
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
      this.#screen({
        __proto__: null, pid: this.#pid, now, rates, inner: this.#inner, blocked: report,
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
    clearInterval(this.#timer);
    clearTimeout(this.#silence);
    this.#counters.destroy();
    this.#program?.destroy();
    this.#screen.end?.();
  }
}

function commandOf(pid) {
  try {
    const text = require('fs').readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    return StringPrototypeReplace.call(StringPrototypeSlice.call(text, 0, -1),
                                       /[\x00-\x1f\x7f-\x9f]/g, ' ');
  } catch {
    return '';
  }
}

// ---- Numbers ----

const fixed = (number, digits) => NumberPrototypeToFixed.call(number, digits);
const percent = (share) => `${fixed(share * 100, share < 0.1 ? 1 : 0)} %`;
const count = (n) => (n >= 1e6 ? `${fixed(n / 1e6, 1)}M` : n >= 1e4 ? `${fixed(n / 1e3, 1)}k` :
  fixed(n, 0));
const bytes = (n) => (n >= 1 << 30 ? `${fixed(n / 2 ** 30, 1)} GB` : `${fixed(n / 2 ** 20, 1)} MB`);
// 0 stands for delays below the first bucket (rates.js).
const delayText = (ns) => (ns === 0 ? '< 0.07 ms' : formatDuration(ns));
const plural = (n, one) => `${n} ${one}${n === 1 ? '' : 's'}`;

function bar(share) {
  const filled = MathRound(MathMin(1, MathMax(0, share)) * BAR_WIDTH);
  return StringPrototypePadEnd.call(StringPrototypeRepeat.call('█', filled), BAR_WIDTH, '·');
}

// ---- The report ----

const DOING = { __proto__: null, nothing: 'no JavaScript is running',
                callback: 'running a callback' };

function titleOf({ pid, now, inner }) {
  const heap = inner === undefined ? '' : `, heap ${bytes(inner.heap.used)} of ` +
    `${bytes(inner.heap.total)}, outside it ${bytes(inner.heap.external)}`;
  return [
    `gyre ${pid}  ${inner?.command ?? commandOf(pid)}`,
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
  const { columns = 80, rows = 24 } = process.stdout;
  const lines = ArrayPrototypeSlice.call(describe(state, rows - 2, columns), 0, rows - 2);
  let isWarning = false;      // warnings are the last lines
  const painted = ArrayPrototypeMap.call(lines, (line, i) => {
    const shown = StringPrototypeSlice.call(line, 0, columns);
    isWarning ||= StringPrototypeStartsWith.call(shown, '!');
    return (i === 0 ? `${BOLD}${shown}${NOT_BOLD}` :
      isWarning ? `${YELLOW}${shown}${DEFAULT_COLOUR}` : shown) + ERASE_LINE;
  });
  process.stdout.write(`${TOP_LEFT}${ArrayPrototypeJoin.call(painted, '\n')}\n` +
    `${ERASE_BELOW}${DIM}q: quit${NOT_BOLD}`);
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
  screen.onQuit = (end) => {
    stdout.write(`${OTHER_SCREEN}${HIDE_CURSOR}`);
    process.once('SIGINT', end);
    process.once('SIGTERM', end);
    if (!stdin.isTTY)
      return;
    stdin.setRawMode(true);
    stdin.on('data', (keys) => {
      if (RegExpPrototypeExec.call(/[q\x03\x04]/, keys.toString()) !== null)
        end();
    });
  };
  return screen;
}

module.exports = { main };
