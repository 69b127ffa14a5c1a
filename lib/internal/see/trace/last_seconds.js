'use strict';
// `gyre trace PID`: writes the last seconds of a running process as a trace or as a page. Every
// process records them (src/trace/slices.c defines a slice). The side thread of the process
// answers, so its loop may be blocked.

const {
  ArrayPrototypeFilter, ArrayPrototypePush, JSONParse, MathRound, NumberPrototypeToFixed,
  RegExpPrototypeExec, StringPrototypeStartsWith,
} = primordials;
const { getOption } = require('internal/process/object');
const { query, fail, invalidAnswer, parseSafely } = require('internal/see/client');
const { defaultName, replaceText } = require('internal/private_file');

const KINDS = { __proto__: null, timers: 'timer', check: 'immediate', close: 'close' };
const ns = (us) => MathRound(us * 1000);

// No program runs that could have arguments of its own, so -o may also follow the process id.
function outputOption() {
  const { 2: flag, 3: value } = process.argv;
  return flag === '-o' || flag === '--output' ? value : getOption('--output');
}

function traceProcess(pid) {
  const path = require('path').resolve(outputOption() ?? defaultName('gyre-trace'));
  const parse = (line) => (StringPrototypeStartsWith.call(line, '{"error"') ? parseSafely(line) :
    { __proto__: null, text: line });
  query(pid, 'trace', ({ text }, socket) => {
    socket.destroy();
    const events = eventsOf(text);
    if (events === undefined)
      return fail(invalidAnswer(pid));
    try {
      write(path, pid, text, events);
    } catch (error) {
      fail(`cannot write ${path}: ${error.message}`);
    }
  }, parse);
}

// undefined: the text is not a trace.
function eventsOf(text) {
  try {
    const value = JSONParse(text);
    return require('internal/see/shapes').isTrace(value) ? value.traceEvents : undefined;
  } catch {
    return undefined;
  }
}

function write(path, pid, text, events) {
  const slices = ArrayPrototypeFilter.call(events, ({ cat }) => cat === 'slice');
  const isPage = RegExpPrototypeExec.call(/\.html?$/, path) !== null;
  replaceText(path, isPage ? pageOf(pid, events) : `${text}\n`);
  const last = slices[slices.length - 1];
  const seconds = slices.length === 0 ? 0 : (last.ts + last.dur - slices[0].ts) / 1e6;
  const hint = isPage ? '' : ': open it at ui.perfetto.dev or in chrome://tracing';
  process.stderr.write(`gyre: the last ${NumberPrototypeToFixed.call(seconds, 1)} s of process ` +
    `${pid} are in ${path}${hint}\n`);
}

// ---- The page ----

// The runtime's own handles call back in these phases in each turn, and take little time.
const RUNTIME_PHASES = { __proto__: null, idle: true, prepare: true, check: true };
const RUNTIME_SHARE = 0.05;

const callbacks = (count) => (count === 1 ? 'a callback' : `${count} callbacks`);

// Collects one entry of the page per phase that ran in a slice. The events of a slice come in this
// order: the slice, its longest turn if that was long, its phases.
class Entries {
  list = [];
  #turn = 0;
  #origin = null;     // the line that made the handle which called back in the longest turn
  #line;              // the line that blocked the loop, if it is known
  #duration = 0;      // of the slice, in µs

  add(event) {
    const { cat, name, args } = event;
    if (cat === 'slice')
      this.#addSlice(event);
    else if (cat === 'slice_long')
      this.#origin = args.origin;
    else if (cat === 'slice_phase' && args.callbacks > 0 &&
             !(RUNTIME_PHASES[name] && event.dur < this.#duration * RUNTIME_SHARE))
      this.#addPhase(event);
  }

  #addSlice(event) {
    const { name, args } = event;
    this.#turn += args.turns;
    this.#origin = null;
    this.#line = args.line;
    this.#duration = event.dur;
    if (name !== 'turns')
      setLine(this.#push('main', name, 'main', event), args.line);
  }

  #addPhase(event) {
    const { name, args } = event;
    const entry = this.#push(KINDS[name] ?? 'io', callbacks(args.callbacks), name, event);
    if (name === 'poll' && this.#origin !== null)
      entry.where = `${this.#origin}:1`;    // the page needs a column; none was recorded
    if (event.dur > this.#duration / 2)
      setLine(entry, this.#line);
  }

  #push(kind, name, phase, { ts, dur, args }) {
    const entry = {
      __proto__: null, id: this.list.length, kind, name, where: '', from: '', by: 0,
      turn: this.#turn, phase, queue: '', scheduled: ns(ts), began: ns(ts), ended: ns(ts + dur),
      detail: args,
    };
    ArrayPrototypePush.call(this.list, entry);
    return entry;
  }
}

function pageOf(pid, events) {
  const entries = new Entries();
  for (let i = 0; i < events.length; i++)
    entries.add(events[i]);
  const { html } = require('internal/see/page_html');
  return html({
    __proto__: null, program: { __proto__: null, title: `process ${pid}`, pid },
    trace: entries.list, sources: { __proto__: null },
  });
}

// Sets the place and the name of the entry from a text such as
// "hash (/srv/app.js:12), in crypto.pbkdf2Sync" (src/runtime/see/report.c).
function setLine(entry, line) {
  const match = RegExpPrototypeExec.call(/^(?:(.*?) \()?(.*:\d+)\)?(?:, in .*)?$/, line ?? '');
  if (match === null)
    return;
  entry.where = `${match[2]}:1`;
  entry.name = match[1] ?? entry.name;
  entry.detail = { __proto__: null, ...entry.detail, line };
}

module.exports = { traceProcess };
