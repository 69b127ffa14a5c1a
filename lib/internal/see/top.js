'use strict';
// `gyre top PID`: a running process seen from outside, again and again. On a terminal a screen that
// is drawn anew, q ends it; else a block of text per reading. With --json a line per reading.
//
// The counters come from the process's side thread and are there while its loop is blocked; heap and
// callbacks come from its own thread, and stay as they were until it turns. Of a loop that does not, the
// side thread is asked which line holds it.

const { getOption } = require('internal/process/object');
const { ask } = require('internal/see/client');
const { between, warnings, STUCK_NS } = require('internal/see/rates');

const EVERY = 1000;
const BAR = 24;
const MOST_HOT = 8;
const BLOCKED_MS = 50;
const SILENT_MS = 3000;   // then it is said that the process does not answer
const FOUND_MS = 400;     // so long it takes at most, nearly always

function main() {
  const { pid } = require('internal/see/target');
  if (pid === undefined) {
    process.stderr.write('Usage: gyre top [--json] [--for=SECONDS] PID\n');
    process.exitCode = 9;
    return;
  }
  const ms = require('internal/see/for_seconds')();
  const screen = getOption('--json') ? lines : process.stdout.isTTY ? terminal() : blocks;
  let before, inner, blocked;
  const numbers = ask(pid, `counters ${EVERY}`, (now) => {
    if (now.threshold_ms !== undefined) {
      blocked = now;
      return;
    }
    clearTimeout(silence);
    if (before !== undefined) {
      const rates = between(before, now);
      const isStuck = rates.stuck >= STUCK_NS;
      screen({ pid, now, rates, inner, blocked: isStuck && blocked?.now ? blocked.last : null });
      if (isStuck && !(blocked?.now && blocked.last.file !== ''))
        findLine(numbers);
    }
    before = now;
  });
  const questions = ask(pid, 'top', (value) => {
    if (value.waiting === undefined)
      inner = value;
  });
  const silence = setTimeout(() => process.stderr.write(`gyre: process ${pid} does not answer; is it stopped?\n`), SILENT_MS);
  const timer = setInterval(() => questions.write('top\n'), EVERY);
  const end = () => {
    clearInterval(timer);
    clearTimeout(silence);
    numbers.destroy();
    questions.destroy();
    screen.end?.();
  };
  // Whoever reads it has seen enough: `gyre top PID | head`.
  process.stdout.on('error', (error) => {
    if (error.code !== 'EPIPE')
      throw error;
    end();
  });
  numbers.on('close', end);
  numbers.on('end', () => process.stderr.write(`gyre: process ${pid} has ended\n`));
  if (screen.onQuit !== undefined)
    screen.onQuit(end);
  if (ms !== undefined)
    setTimeout(end, ms);
}

// Answered by the same connection; from the second question on with a line. It is watched for until we go.
function findLine(socket) {
  const question = `blocked ${BLOCKED_MS}\n`;
  socket.write(question);
  setTimeout(() => socket.destroyed || socket.write(question), FOUND_MS).unref();
}

function commandOf(pid) {
  try {
    return require('fs').readFileSync(`/proc/${pid}/cmdline`, 'utf8').slice(0, -1)
      .replace(/[\x00-\x1f\x7f-\x9f]/g, ' ');
  } catch {
    return '';
  }
}

// ---- Words ----

const percent = (share) => `${(share * 100).toFixed(share < 0.1 ? 1 : 0)} %`;
const count = (n) => (n >= 1e6 ? `${(n / 1e6).toFixed(1)}M` : n >= 1e4 ? `${(n / 1e3).toFixed(1)}k` : n.toFixed(0));
const bytes = (n) => (n >= 1 << 30 ? `${(n / 2 ** 30).toFixed(1)} GB` : `${(n / 2 ** 20).toFixed(1)} MB`);
function time(ns) {
  if (ns === 0)
    return '< 0.07 ms';
  return ns < 1e9 ? `${(ns / 1e6).toFixed(ns < 1e7 ? 1 : 0)} ms` : `${(ns / 1e9).toFixed(1)} s`;
}
const age = (ns) => {
  const s = Math.floor(ns / 1e9);
  return s < 120 ? `${s} s` : s < 7200 ? `${Math.floor(s / 60)} min` : `${(s / 3600).toFixed(1)} h`;
};
const bar = (share) => '█'.repeat(Math.round(Math.min(1, Math.max(0, share)) * BAR)).padEnd(BAR, '·');

const plural = (n, one) => `${n} ${one}${n === 1 ? '' : 's'}`;
const DOING = { __proto__: null, nothing: 'nothing of JavaScript runs', callback: 'running a callback' };

// In so many rows: the warnings are always there, so the hottest callbacks give way, then the rest.
function describe({ pid, now, rates, inner, blocked }, rows = Infinity, width = Infinity) {
  const out = [];
  out.push(`gyre ${pid}  ${inner?.command ?? commandOf(pid)}`);
  out.push(`up ${age(now.uptime_ns)}, memory ${bytes(now.rss)}` +
           (inner === undefined ? '' : `, heap ${bytes(inner.heap.used)} of ${bytes(inner.heap.total)}, outside it ${bytes(inner.heap.external)}`));
  out.push('');
  out.push(`loop    ${bar(rates.utilization)} ${percent(rates.utilization)} busy, ${count(rates.turns)} turns/s, ${count(rates.callbacks)} callbacks/s, now in ${now.asleep ? 'poll, asleep' : now.phase}`);
  out.push(rates.turns === 0 ? 'delay   no turn has ended' : `delay   half below ${time(rates.delay.p50)}, 90 % ${time(rates.delay.p90)}, 99 % ${time(rates.delay.p99)}, longest ${time(rates.delay.max)}`);
  for (const phase of rates.phases) {
    if (phase.callbacks > 0 || phase.share > 0.0005)
      out.push(`${phase.name.padEnd(8)}${bar(phase.share)} ${percent(phase.share)}, ${count(phase.callbacks)} callbacks/s`);
  }
  out.push(`queues  ${inner === undefined ? '' : `${plural(inner.timers, 'timer')}, ${plural(inner.immediates, 'immediate')}, `}${DOING[now.doing] ?? `running ${now.doing}`}`);
  out.push(`pool    ${rates.pool.threads === 0 ? 'not started' : `${rates.pool.busy} of ${rates.pool.threads} threads busy, ${plural(rates.pool.depth, 'job')} wait${rates.pool.depth === 1 ? 's' : ''}`}`);
  for (const job of rates.pool.jobs) {
    if (job.done > 0 || job.queued > 0 || job.running > 0)
      out.push(`        ${job.name}: ${count(job.done)}/s, wait ${time(job.wait)}, run ${time(job.run)}, ${job.running} running, ${job.queued} queued`);
  }
  out.push(`ring    ${count(rates.ring)} operations/s${rates.fallbacks > 0 ? `, ${rates.fallbacks} done without it` : ''}`);
  const said = warnings(rates, now, blocked).flatMap((text) => wrap(`! ${text}`, width));
  const free = rows - (said.length > 0 ? said.length + 1 : 0);
  const room = free - out.length - 2;
  if (inner !== undefined && inner.hot.length > 0 && room > 0) {
    out.push('', 'hottest callbacks');
    for (const { name, where, share, line, lineShare } of inner.hot.slice(0, Math.min(MOST_HOT, room)))
      out.push(`${percent(share).padStart(7)}  ${name} (${where})${line === where ? '' : `, ${percent(lineShare)} of it at ${line}`}`);
  }
  if (said.length > 0) {
    out.length = Math.min(out.length, Math.max(0, free));
    out.push('', ...said);
  }
  return out;
}

// Rows of at most so many columns; all but the first are indented.
function wrap(text, width) {
  const rows = [''];
  for (const word of text.split(' ')) {
    const row = rows.at(-1);
    if (row !== '' && row.length + 1 + word.length > width)
      rows.push(`  ${word}`);
    else
      rows[rows.length - 1] = row === '' ? word : `${row} ${word}`;
  }
  return rows;
}

// ---- Screens ----

function lines(state) {
  process.stdout.write(`${JSON.stringify(state)}\n`);
}

function blocks(state) {
  process.stdout.write(`${describe(state).join('\n')}\n\n`);
}

function terminal() {
  const { stdin, stdout } = process;
  const draw = (state) => {
    const { columns = 80, rows = 24 } = stdout;
    const text = describe(state, rows - 2, columns).slice(0, rows - 2).map((line) => line.slice(0, columns));
    text[0] = `\x1b[1m${text[0]}\x1b[22m`;
    let isWarning = false;      // from the first one on, nothing else follows
    const paint = (line) => ((isWarning ||= line.startsWith('!')) ? `\x1b[33m${line}\x1b[39m` : line);
    stdout.write(`\x1b[H${text.map((line) => `${paint(line)}\x1b[K`).join('\n')}\n\x1b[J\x1b[2mq: quit\x1b[22m`);
  };
  draw.end = () => {
    if (stdin.isTTY)
      stdin.setRawMode(false);
    stdin.pause();
    stdout.write('\x1b[?25h\x1b[?1049l');
  };
  draw.onQuit = (end) => {
    stdout.write('\x1b[?1049h\x1b[?25l');
    process.once('SIGINT', end);
    process.once('SIGTERM', end);
    if (!stdin.isTTY)
      return;
    stdin.setRawMode(true);
    stdin.on('data', (keys) => {
      if (/[q\x03\x04]/.test(keys.toString()))
        end();
    });
  };
  return draw;
}

module.exports = { main };
