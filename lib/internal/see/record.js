'use strict';
// The recorder: which line of the program schedules what, when it runs, and for how long.
//
//   start({ scheduled(entry), began(entry), ended(entry), cleared(entry, line), module(entry) })
//                 Each function may be missing. module(): the main script is an ES module.
//
// (1) An entry is one call of the program's code by the loop or by one of the two queues: the main
//     script, a timer, an immediate, a tick, a promise job, the rest of a function after `await`,
//     an I/O callback, a listener. Everything that this code calls is part of the entry.
// (2) Functions that take a callback are replaced by functions that pass on a wrapped callback. A
//     callback is wrapped only if it belongs to the program. The recorder adds no job that could
//     move another, so the order is that of the program without recorder.
// (3) At most one entry is open. A `loose` entry (the main script, an `await`) is not called by the
//     recorder: it ends when the next entry begins, or when a promise job that the recorder has
//     queued after it runs.
// (4) Entries have the same fields in the same order. Times are nanoseconds of the clock of
//     process.hrtime(). detail.recorder is the time that the recorder itself took between began and
//     ended, as far as it is known; it is absent if that is 0. Entries may share a detail.
// (5) Entries and details have no prototype: they are written as JSON, and a program may have added
//     toJSON() to Object.prototype.

const { clock: now, stamp, announce, where, counters: readCounters,
        phases } = internalBinding('see');
const { state: program } = require('internal/bootstrap/start');
const {
  ArrayPrototypeFilter, ArrayPrototypePush, ArrayPrototypeSlice, JSONParse, MathFloor,
  ObjectDefineProperty, ObjectKeys, ObjectSetPrototypeOf, PromisePrototypeThen, ReflectApply,
} = primordials;
const frames = require('internal/see/record/frames');

const OUTSIDE = 7;
const PLACE = 0;        // in `where`
const ENTERED = 1;
let sinks = [];
// Event -> the sinks that have a function for it.
const listening = {
  __proto__: null, scheduled: [], began: [], ended: [], cleared: [], module: [],
};
let current = null;     // the entry that is open
let isLoose = false;
let lastId = 0;
let calledAt = 0;       // when the program called, before its line was looked up
let spent = 0;          // ns that the recorder itself took
let spentBefore = 0;    // the same when the open entry began
const MAIN = 0;
// Without `constructor`, then() does not read Symbol.species, which a program can replace.
const settled = ObjectDefineProperty((async () => {})(), 'constructor',
                                     { __proto__: null, value: undefined });

function notify(event, entry, argument) {
  const list = listening[event];
  for (let i = 0; i < list.length; i++)
    list[i][event](entry, argument);
}

class Entry {
  constructor(kind, name, where, from, detail, at = calledAt || now()) {
    this.id = lastId++;
    this.kind = kind;
    this.name = name;
    this.where = where;
    this.from = from;
    this.by = current === null ? MAIN : current.id;
    this.turn = 0;
    this.phase = '';
    this.queue = '';
    this.scheduled = at;
    this.began = 0;
    this.ended = 0;
    this.detail = detail;
    calledAt = 0;
  }
}
ObjectSetPrototypeOf(Entry.prototype, null);

// ---- Opening and closing ----

function open(entry, queue) {
  if (current !== null)
    close(current);
  const began = whenEntered(queue) || stamp();
  const place = where[PLACE];
  entry.turn = MathFloor(place / 8);
  entry.phase = phases[place & OUTSIDE];
  entry.queue = queue;
  current = entry;
  isLoose = false;
  spentBefore = spent;
  entry.began = began;
  if (listening.began.length > 0) {
    notify('began', entry);
    entry.began = now();      // the sinks' time is not the entry's
  }
}

// When the loop called the current callback, if this is its first entry. C writes the time into a
// shared array, which is cheaper than a call of stamp(). 0: the time is not known, or ticks or
// promise jobs have begun since.
function whenEntered(queue) {
  const entered = where[ENTERED];
  where[ENTERED] = 0;
  return queue === '' ? entered : 0;
}

function openLoose(entry, queue) {
  open(entry, queue);
  isLoose = true;
}

function close(entry) {
  if (current !== entry)
    return;
  current = null;
  entry.ended = now();
  if (spent !== spentBefore)
    entry.detail = { __proto__: null, ...entry.detail, recorder: spent - spentBefore };
  notify('ended', entry);
}

// ---- Called by the files of record/, which replace functions ----

// { name, where, from } of the callback `fn`, which the line `from` passes.
function place(fn, from) {
  const where = frames.definition(fn, from);
  return { __proto__: null, name: frames.nameOf(fn), where: frames.show(where ?? from),
           from: frames.show(from) };
}

function schedule(kind, fn, from, detail = { __proto__: null }) {
  const before = now();
  const { name, where, from: line } = place(fn, from);
  const entry = new Entry(kind, name, where, line, detail);
  notify('scheduled', entry);
  spent += now() - before;
  return entry;
}

// The line of the program that passes `fn` to `api`; undefined if `fn` is not the program's.
function callerOf(api, fn) {
  if (sinks.length === 0 || typeof fn !== 'function' || frames.isForeign(fn))
    return undefined;
  const before = now();
  const direct = frames.caller(api);
  if (direct !== null)
    noticeUnseen();
  const from = direct ?? (frames.isOfProgram(fn) ? frames.nearest(api) : undefined);
  calledAt = before;
  spent += now() - before;
  return from;
}

// Calls `fn` as the entry. A second call (of an interval) needs another entry: again().
function runAs(entry, queue, fn, self, args) {
  if (sinks.length === 0)
    return ReflectApply(fn, self, args);
  open(entry, queue);
  try {
    return ReflectApply(fn, self, args);
  } finally {
    close(entry);
  }
}

const spend = (before) => { spent += now() - before; };

// An entry for the next run of an interval, which waits from the start of the last run, or of a
// timer that was refreshed.
function again(entry) {
  const detail = { __proto__: null, ...entry.detail, runs: (entry.detail.runs ?? 1) + 1 };
  delete detail.recorder;
  const next = new Entry(entry.kind, entry.name, entry.where, entry.from, detail, entry.began);
  next.by = entry.id;
  notify('scheduled', next);
  return next;
}

// Code of the program may run without an entry: after an `await` that the engine does not report,
// or called by a built-in that is not replaced. The recorder notices when it schedules or prints
// something.
function noticeUnseen() {
  if (sinks.length === 0 || (current !== null && !isLoose))
    return;
  if (waitsForModule)
    return moduleRuns();
  const frame = frames.outermost(noticeUnseen);
  if (frame === null || (current !== null && !isOther(current, frame)))
    return;
  const { doing } = JSONParse(readCounters());
  const entry = new Entry(kindOfUnseen(doing, frame), frame.name || '(anonymous)',
                          frames.show(frame), '', { __proto__: null });
  notify('scheduled', entry);
  openLoose(entry, QUEUES[doing] ?? '');
  PromisePrototypeThen.call(settled, () => close(entry));
}

// A function called `then` runs as a promise job if a promise was resolved with its object.
const kindOfUnseen = (doing, { name }) =>
  (doing !== 'promise jobs' ? 'io' : name === 'then' ? 'promise' : 'await');

const QUEUES = { '__proto__': null, 'promise jobs': 'promises', 'ticks': 'ticks' };

// Whether the program's code calls `api`. A loose entry may have ended without notice: then no
// frame of the program is on the stack. There is none either while the main script is being
// loaded, so that entry stays open.
function isInside(api) {
  if (current === null)
    return false;
  if (isLoose && (current.kind !== 'main' || mainHasBegun) && frames.outermost(api) === null)
    close(current);
  return current !== null;
}

function moduleRuns() {
  if (frames.outermost(noticeUnseen) !== null)
    mainRuns();
}

const isOther = (entry, frame) =>
  entry.kind !== 'main' && entry.name !== (frame.name || '(anonymous)');

// ---- Ticks ----

// Whether ticks are running: built-ins emit events from ticks.
let inTicks = false;
let tickRounds = 0;
function watchTicks() {
  const { setHook, kRunTicks } = internalBinding('task_queue');
  const { runTicks } = require('internal/process/task_queues');
  setHook(kRunTicks, () => {
    inTicks = true;
    tickRounds++;
    try {
      runTicks();
    } finally {
      inTicks = false;
    }
  });
  return [() => setHook(kRunTicks, runTicks)];
}

const queueNow = () => (inTicks ? 'ticks' : '');

const recorder = {
  __proto__: null, Entry, place, schedule, callerOf, again, runAs, open, openLoose, close, notify,
  isInside, noticeUnseen, markAfterTicks, mainRuns, queueNow, spend, now,
  isOn: () => sinks.length > 0, current: () => current,
};

// ---- The main script ----

// The entry of the main script ends with the first tick, which is queued before the script begins.
// An ES module runs later, as a promise job.
let waitsForModule = false;
let mainHasBegun = false;

function urlOfMain() {
  const { fromStdin, getOption } = require('internal/process/object');
  const file = process.argv[1];
  if (getOption('--eval') !== undefined || typeof getOption('--print') === 'string')
    return '[eval]';
  return fromStdin || file === undefined ? '[stdin]' : require('path').resolve(file);
}

function openMain() {
  const url = urlOfMain();
  const place = frames.show({ __proto__: null, url, line: 1, column: 1 });
  const entry = new Entry('main', 'main script', place, '', { __proto__: null });
  notify('scheduled', entry);
  openLoose(entry, '');
  process.nextTick(() => {
    waitsForModule = program.main === undefined && current === entry &&
      (url[0] !== '[' || require('internal/process/object').getOption('--input-type') === 'module');
    if (!waitsForModule)
      return close(entry);
    entry.detail = { __proto__: null, isModule: true };
    notify('module', entry);
  });
}

// Called when a file of the program was loaded and begins to run. The first one is the main script,
// or, if that could not be compiled as a script, the main ES module.
function mainRuns() {
  if (current?.kind !== 'main' || (mainHasBegun && !waitsForModule))
    return;
  current.began = now();
  mainHasBegun = true;
  if (waitsForModule)
    PromisePrototypeThen.call(settled, endModule);
  waitsForModule = false;
}

let moduleEnded = -1;     // the round of ticks in which the module ended; -1 after another job
function endModule() {
  moduleEnded = tickRounds;
  if (current?.kind === 'main')
    close(current);
}

// The first promise job after an ES module runs at once, or after ticks. Ticks of the runtime
// itself have no entries, so the entry of the job records whether there were any.
function markAfterTicks(entry) {
  if (moduleEnded >= 0 && moduleEnded !== tickRounds)
    entry.detail = { __proto__: null, ...entry.detail, afterTicks: true };
  moduleEnded = -1;
}

// ---- Starting and stopping ----

function setSinks(list) {
  sinks = list;
  const events = ObjectKeys(listening);
  for (let i = 0; i < events.length; i++) {
    const event = events[i];
    listening[event] = ArrayPrototypeFilter.call(list, (sink) => sink[event] !== undefined);
  }
}

const PARTS = [
  () => require('internal/see/record/queues'),
  () => require('internal/see/record/promises'),
  () => require('internal/see/record/events'),
  () => require('internal/see/record/calls'),
  () => require('internal/see/record/source'),
];
let uninstall = null;
function start(sink) {
  const list = ArrayPrototypeSlice.call(sinks);
  list[list.length] = sink;
  setSinks(list);
  if (uninstall !== null)
    return;
  const undo = watchTicks();
  for (let i = 0; i < PARTS.length; i++) {
    const steps = PARTS[i]().install(recorder);
    ReflectApply(ArrayPrototypePush, undo, steps);
  }
  announce(true);
  uninstall = () => {
    for (let i = undo.length - 1; i >= 0; i--)
      undo[i]();
  };
  place(start, frames.nearest(start));     // the first call is slow: it is made before the program
  if (!internalBinding('process').turning())
    openMain();
}

function stop(sink) {
  setSinks(ArrayPrototypeFilter.call(sinks, (each) => each !== sink));
  if (sinks.length > 0 || uninstall === null)
    return;
  uninstall();
  uninstall = null;
  announce(false);
  current = null;
}

// Runs input of the REPL as one entry: it is part of the callback that read the input. `source` is
// its text, where callbacks are looked up.
function runInput(url, source, fn) {
  frames.setSource(url, source);
  const place = frames.show({ __proto__: null, url, line: 1, column: 1 });
  const entry = new Entry('io', '(anonymous)', place, '',
                          { __proto__: null, what: 'the input', isInput: true });
  notify('scheduled', entry);
  open(entry, '');
  try {
    return fn();
  } finally {
    close(entry);
  }
}

// Ends the open entry, which has called process.exit().
function closeOpen() {
  if (current !== null)
    close(current);
}

module.exports = { start, stop, runInput, current: recorder.current, closeOpen, now };
