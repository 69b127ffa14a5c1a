'use strict';
// The recorder: what a program schedules, by which line, and what then ran when, for how long.
//
//   start({ scheduled(entry), began(entry), ended(entry), cleared(entry, line), module(entry) })
//                 any of them may be missing; module(): the main script turns out to be an ES module
//
// (1) One entry is one call of the program's code by the loop or by one of the two queues: the main
//     script, a timer, an immediate, a tick, a promise job, the rest of a function behind `await`,
//     an I/O callback, a listener. What the program's code calls in turn is part of that entry.
// (2) Functions that take a callback are replaced by ones that hand on a wrapped callback, and only
//     when the callback is the program's: what built-ins do among themselves is left alone. No job
//     is added that could move another: the order is that of the program without recorder.
// (3) There is at most one open entry. A `loose` one (the main script, an `await`) is not called by
//     us, so that its end is seen from what follows it.
// (4) Entries are plain objects with the same fields in the same order; times are nanoseconds on
//     the clock of process.hrtime(). What the recorder itself took between began and ended, as far
//     as it knows, is detail.recorder; absent when it took nothing. Entries may share a detail.

const { clock: now, stamp, announce, where, counters: readCounters, phases } = internalBinding('see');
const { state: program } = require('internal/bootstrap/start');
const { ReflectApply, PromisePrototypeThen } = primordials;
const frames = require('internal/see/record/frames');

const OUTSIDE = 7;
const PLACE = 0;        // in `where`
const ENTERED = 1;
let sinks = [];
const hearing = { scheduled: [], began: [], ended: [], cleared: [], module: [] };     // those that hear of it
let current = null;     // the entry that is open
let isLoose = false;
let lastId = 0;
let askedAt = 0;        // when the program called: looking for its line takes time
let spent = 0;          // by the recorder itself, which is no time of the program's
let spentBefore = 0;    // when the open entry began
const MAIN = 0;
const settled = (async () => {})();

function tell(event, entry, more) {
  const list = hearing[event];
  for (let i = 0; i < list.length; i++)
    list[i][event](entry, more);
}

class Entry {
  constructor(kind, name, where, from, detail, at = askedAt || now()) {
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
    askedAt = 0;
  }
}

// ---- Opening and closing ----

function open(entry, queue) {
  if (current !== null)
    close(current);
  const began = whenEntered(queue) || stamp();
  const place = where[PLACE];
  entry.turn = Math.floor(place / 8);
  entry.phase = phases[place & OUTSIDE];
  entry.queue = queue;
  current = entry;
  isLoose = false;
  spentBefore = spent;
  entry.began = began;
  if (hearing.began.length > 0) {
    tell('began', entry);
    entry.began = now();      // what the listeners took is not its time
  }
}

// When the loop called what runs now, if this is the first entry in it: a look at a number that C has
// left, where stamp() is a call. 0: not known, or ticks or promise jobs have begun since.
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
    entry.detail = { ...entry.detail, recorder: spent - spentBefore };
  tell('ended', entry);
}

// ---- For those who replace functions ----

// { name, where, from } of `fn`, which the line `from` hands over.
function place(fn, from) {
  const where = frames.definition(fn, from);
  return { __proto__: null, name: frames.nameOf(fn), where: frames.show(where ?? from),
           from: frames.show(from) };
}

function schedule(kind, fn, from, detail = {}) {
  const before = now();
  const { name, where, from: line } = place(fn, from);
  const entry = new Entry(kind, name, where, line, detail);
  tell('scheduled', entry);
  spent += now() - before;
  return entry;
}

// The line of the program that hands `fn` to `api`; undefined when `fn` is none of its business.
function handedOver(api, fn) {
  if (sinks.length === 0 || typeof fn !== 'function' || frames.isForeign(fn))
    return undefined;
  const before = now();
  const direct = frames.caller(api);
  if (direct !== null)
    noticeUnseen();
  const from = direct ?? (frames.isOfProgram(fn) ? frames.nearest(api) : undefined);
  askedAt = before;
  spent += now() - before;
  return from;
}

// Calls `fn` as the entry, unless it is called from inside another one. Whoever calls it a second
// time (an interval) has another entry made.
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

// An entry for the next run of what has run: an interval, counted from the start of the last run,
// or a timer that was refreshed.
function again(entry) {
  const next = { ...entry };
  next.id = lastId++;
  next.by = entry.id;
  next.scheduled = entry.began;
  next.began = next.ended = 0;
  next.detail = { ...entry.detail, runs: (entry.detail.runs ?? 1) + 1 };
  delete next.detail.recorder;
  tell('scheduled', next);
  return next;
}

// Code of the program may run unannounced: behind an `await` that the engine does not show, or
// called by a built-in that is not watched. It is seen when it schedules or prints something.
function noticeUnseen() {
  if (sinks.length === 0 || (current !== null && !isLoose))
    return;
  if (waitsForModule)
    return moduleRuns();
  const frame = frames.outermost(noticeUnseen);
  if (frame === null || (current !== null && !isOther(current, frame)))
    return;
  const { doing } = JSON.parse(readCounters());
  const entry = new Entry(kindOfUnseen(doing, frame), frame.name || '(anonymous)', frames.show(frame),
                          '', {});
  tell('scheduled', entry);
  openLoose(entry, QUEUES[doing] ?? '');
  PromisePrototypeThen(settled, () => close(entry));
}

// The engine calls then() of an object that a promise was resolved with.
const kindOfUnseen = (doing, { name }) =>
  (doing !== 'promise jobs' ? 'io' : name === 'then' ? 'promise' : 'await');

const QUEUES = { '__proto__': null, 'promise jobs': 'promises', 'ticks': 'ticks' };

// Whether `api` is called by the program's code. A loose entry may be over without our knowing:
// then nothing of the program is on the stack. Nor is it while the main script is still being loaded.
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

// ---- From outside ----

// Whether the queue of ticks is being run: built-ins emit events from there.
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
  __proto__: null, Entry, place, schedule, handedOver, again, runAs, open, openLoose, close, tell,
  isInside, noticeUnseen, noteTicks, mainRuns, queueNow, spend, now, isOn: () => sinks.length > 0,
  current: () => current,
};

// The main script. A tick that is queued before it, and so is the first of all, sees its end. An ES
// module runs later, as a promise job.
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
  const entry = new Entry('main', 'main script', frames.show({ url, line: 1, column: 1 }), '', {});
  tell('scheduled', entry);
  openLoose(entry, '');
  process.nextTick(() => {
    waitsForModule = program.main === undefined && current === entry &&
      (url[0] !== '[' || require('internal/process/object').getOption('--input-type') === 'module');
    if (!waitsForModule)
      return close(entry);
    entry.detail = { isModule: true };
    tell('module', entry);
  });
}

// A file of the program runs now, after all that was done to load it; the first is what counts. What
// could not be compiled as a script may be an ES module.
function mainRuns() {
  if (current?.kind !== 'main' || (mainHasBegun && !waitsForModule))
    return;
  current.began = now();
  mainHasBegun = true;
  if (waitsForModule)
    PromisePrototypeThen(settled, endModule);
  waitsForModule = false;
}

let moduleEnded = -1;     // in which round of ticks, until another job has run
function endModule() {
  moduleEnded = tickRounds;
  if (current?.kind === 'main')
    close(current);
}

// The first promise job behind an ES module comes at once, or behind ticks. Those of the runtime's own are
// no entries: it has to be said.
function noteTicks(entry) {
  if (moduleEnded >= 0 && moduleEnded !== tickRounds)
    entry.detail = { ...entry.detail, afterTicks: true };
  moduleEnded = -1;
}

function setSinks(list) {
  sinks = list;
  for (const event in hearing)
    hearing[event] = list.filter((sink) => sink[event] !== undefined);
}

let uninstall = null;
function start(sink) {
  setSinks([...sinks, sink]);
  if (uninstall !== null)
    return;
  const undo = watchTicks();
  for (const part of ['queues', 'promises', 'events', 'calls', 'source'])
    undo.push(...require(`internal/see/record/${part}`).install(recorder));
  announce(true);
  uninstall = () => undo.reverse().forEach((step) => step());
  place(start, frames.nearest(start));     // the first time takes longest: not the program's time
  if (!internalBinding('process').turning())
    openMain();
}

function stop(sink) {
  setSinks(sinks.filter((each) => each !== sink));
  if (sinks.length > 0 || uninstall === null)
    return;
  uninstall();
  uninstall = null;
  announce(false);
  current = null;
}

// What is open ends here: its line has called process.exit().
function closeOpen() {
  if (current !== null)
    close(current);
}

module.exports = { start, stop, current: recorder.current, closeOpen, now };
