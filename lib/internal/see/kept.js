'use strict';
// `gyre trace PID`: what a running process has kept of its last seconds, as a trace or as a page. Its side
// thread answers, so it may be blocked. src/trace/slices.c says what a slice is.

const { getOption } = require('internal/process/object');
const { ask, fail, parseSafely } = require('internal/see/client');

const KINDS = { __proto__: null, timers: 'timer', check: 'immediate', close: 'close' };
const ns = (us) => Math.round(us * 1000);

// Nothing runs that could want words of its own, so -o may also stand behind the number.
function output() {
  const [, , flag, value] = process.argv;
  return flag === '-o' || flag === '--output' ? value : getOption('--output');
}

function main(pid) {
  const path = require('path').resolve(output() ?? 'gyre-trace.json');
  const parse = (line) => (line.startsWith('{"error"') ? parseSafely(line) : { text: line });
  ask(pid, 'trace', ({ text }, socket) => {
    socket.destroy();
    try {
      write(path, pid, text);
    } catch (error) {
      fail(`cannot write ${path}: ${error.message}`);
    }
  }, parse);
}

function write(path, pid, text) {
  const { traceEvents } = JSON.parse(text);
  const slices = traceEvents.filter(({ cat }) => cat === 'slice');
  const isPage = /\.html?$/.test(path);
  require('fs').writeFileSync(path, isPage ? page(pid, traceEvents) : `${text}\n`);
  const last = slices.at(-1);
  const seconds = slices.length === 0 ? 0 : (last.ts + last.dur - slices[0].ts) / 1e6;
  process.stderr.write(`gyre: the last ${seconds.toFixed(1)} s of process ${pid} are in ${path}${
    isPage ? '' : ': open it at ui.perfetto.dev or in chrome://tracing'}\n`);
}

// ---- As a page ----

function entry(id, kind, name, phase, turn, { ts, dur }, detail) {
  return { id, kind, name, where: '', from: '', by: 0, turn, phase, queue: '', scheduled: ns(ts), began: ns(ts),
           ended: ns(ts + dur), detail };
}

// Handles of gyre's own call back in these phases each turn, and take no time to speak of.
const OWN = { __proto__: null, idle: true, prepare: true, check: true };
const OWN_SHARE = 0.05;

// What a phase did in a slice is shown as one run. The long turn of a slice, where there is one, comes before
// its phases and knows who made what called back.
function page(pid, traceEvents) {
  const entries = [];
  let turn = 0;
  let origin = null;
  let line;         // that held the loop, where somebody has met it
  let took = 0;
  for (const event of traceEvents) {
    const { cat, name, args } = event;
    if (cat === 'slice') {
      turn += args.turns;
      origin = null;
      ({ line } = args);
      took = event.dur;
      if (name !== 'turns')
        entries.push(told(entry(entries.length, 'main', name, 'main', turn, event, args), line));
    } else if (cat === 'slice_long') {
      ({ origin } = args);
    } else if (cat === 'slice_phase' && args.callbacks > 0 &&
               !(OWN[name] && event.dur < took * OWN_SHARE)) {
      const one = entry(entries.length, KINDS[name] ?? 'io', callbacks(args.callbacks), name, turn, event, args);
      if (name === 'poll' && origin !== null)
        one.where = `${origin}:1`;    // the page wants a column, and nobody has noted one
      entries.push(event.dur > took / 2 ? told(one, line) : one);
    }
  }
  const { html } = require('internal/see/page_html');
  return html({ program: { title: `process ${pid}`, pid }, trace: entries, sources: {} });
}

// "hash (/srv/app.js:12), in crypto.pbkdf2Sync", as src/runtime/see/report.c notes it.
function told(one, line) {
  const found = /^(?:(.*?) \()?(.*:\d+)\)?(?:, in .*)?$/.exec(line ?? '');
  if (found !== null) {
    one.where = `${found[2]}:1`;
    one.name = found[1] ?? one.name;
    one.detail = { ...one.detail, line };
  }
  return one;
}

const callbacks = (count) => (count === 1 ? 'a callback' : `${count} callbacks`);

module.exports = { main };
