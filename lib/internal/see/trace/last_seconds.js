'use strict';
// `gyre trace PID`: writes the last seconds of a running process as a trace or as a page. Every
// process records them (src/trace/slices.c defines a slice). The side thread of the process
// answers, so its loop may be blocked.

const {
  ArrayPrototypeJoin, ArrayPrototypeMap, ArrayPrototypePush, ArrayPrototypeSlice, JSONParse,
  JSONStringify, MathMax, MathMin, MathRound, NumberPrototypeToFixed, ReflectApply,
  RegExpPrototypeExec, StringPrototypeStartsWith,
} = primordials;
const { getOption } = require('internal/process/object');
const { query, checkBounds, fail, invalidAnswer, parseSafely } = require('internal/see/client');
const { threadName } = require('internal/see/thread_name');
const { descendants } = require('internal/see/processes');
const { defaultName, replaceText } = require('internal/private_file');

const KINDS = { __proto__: null, timers: 'timer', check: 'immediate', close: 'close' };
const ns = (us) => MathRound(us * 1000);

// No program runs that could have arguments of its own, so -o may also follow the process id.
function outputOption() {
  const { 2: flag, 3: value } = process.argv;
  return flag === '-o' || flag === '--output' ? value : getOption('--output');
}

const parse = (line) => (StringPrototypeStartsWith.call(line, '{"error"') ? parseSafely(line) :
  { __proto__: null, text: line });

// Calls done(events) with the last seconds of one loop.
function traceLoop(pid, thread, done, onFail) {
  query(pid, 'trace', ({ text }, socket) => {
    socket.destroy();
    const events = eventsOf(text);
    if (events === undefined)
      onFail(invalidAnswer(pid));
    else
      done(events);
  }, { __proto__: null, thread, parse, onFail });
}

// ---- Many loops ----
// A trace has the loops of all threads of the process, and of the gyre processes that it has
// started, each on tracks of its own; a page, or --thread, one loop. Processes and workers that end
// meanwhile are left out.

// Calls done([{ pid, thread, title }]), the first loop being that of the main thread.
function loopsOf(pid, done) {
  const list = [{ __proto__: null, pid, clusterId: undefined }];
  ReflectApply(ArrayPrototypePush, list, descendants(pid));
  const found = [];
  const next = (i) => {
    if (i === list.length)
      return done(found);
    const { pid: one, clusterId } = list[i];
    const process = clusterId === undefined ? '' : `cluster worker ${clusterId}`;
    query(one, 'loops', ({ loops }, socket) => {
      socket.destroy();
      for (let j = 0; j < loops.length; j++) {
        ArrayPrototypePush.call(found, {
          __proto__: null, pid: one, thread: loops[j].thread, process, title: threadName(loops[j]),
        });
      }
      next(i + 1);
    }, { __proto__: null, onFail: () => next(i + 1) });
  };
  next(0);
}

// The tracks of a loop are named after its worker, the process after its part in the cluster.
function renamed(event, { thread, title, process }) {
  const { name, args } = event;
  if (event.ph === 'M' && name === 'thread_name' && thread !== 0)
    return { __proto__: null, ...event,
             args: { __proto__: null, name: `${title}, ${args.name}` } };
  if (event.ph === 'M' && name === 'process_name' && process !== '')
    return { __proto__: null, ...event,
             args: { __proto__: null, name: `${args.name}, ${process}` } };
  return event;
}

function traceLoops(loops, i, events, done) {
  if (i === loops.length)
    return done(events);
  const next = () => traceLoops(loops, i + 1, events, done);
  traceLoop(loops[i].pid, loops[i].thread, (found) => {
    for (let j = 0; j < found.length; j++)
      ArrayPrototypePush.call(events, renamed(found[j], loops[i]));
    next();
  }, next);
}

function traceProcess(pid, only) {
  const path = require('path').resolve(outputOption() ?? defaultName('gyre-trace'));
  const isPage = RegExpPrototypeExec.call(/\.html?$/, path) !== null;
  const finish = (events, count) => {
    try {
      write(path, isPage, pid, only ?? 0, events, count);
    } catch (error) {
      fail(`cannot write ${path}: ${error.message}`);
    }
  };
  traceLoop(pid, only ?? 0, (events) => {
    if (isPage || only !== undefined)
      return finish(events, 1);
    loopsOf(pid, (loops) =>
      traceLoops(ArrayPrototypeSlice.call(loops, 1), 0, events, (all) =>
        finish(all, loops.length)));
  }, fail);
}

// undefined: the text is not a trace.
function eventsOf(text) {
  try {
    checkBounds(text);
    const value = JSONParse(text);
    return require('internal/see/shapes').isTrace(value) ? value.traceEvents : undefined;
  } catch {
    return undefined;
  }
}

// The answer was parsed: it has no control characters that a terminal would obey.
const textOf = (events) => '{"displayTimeUnit":"ns","traceEvents":[\n' +
  `${ArrayPrototypeJoin.call(ArrayPrototypeMap.call(events, (event) => JSONStringify(event)),
                            ',\n')}\n]}\n`;

// From the first slice to the end of the last.
function secondsOf(events) {
  let first = Infinity;
  let last = -Infinity;
  for (let i = 0; i < events.length; i++) {
    const { cat, ts, dur } = events[i];
    if (cat !== 'slice')
      continue;
    first = MathMin(first, ts);
    last = MathMax(last, ts + dur);
  }
  return last < first ? 0 : (last - first) / 1e6;
}

function write(path, isPage, pid, thread, events, count) {
  replaceText(path, isPage ? pageOf(pid, events) : textOf(events));
  const whose = thread === 0 ? `process ${pid}` : `worker ${thread} of process ${pid}`;
  const loops = count > 1 ? `, ${count} loops,` : '';
  const hint = isPage ? '' : ': open it at ui.perfetto.dev or in chrome://tracing';
  process.stderr.write(`gyre: the last ${NumberPrototypeToFixed.call(secondsOf(events), 1)} s of ` +
    `${whose}${loops} are in ${path}${hint}\n`);
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
