'use strict';
// setTimeout, setInterval, setImmediate.
//
//   heap of lists, earliest first:   [ 1 ms ]   [ 50 ms ]   [ 1000 ms ]
//                                       |           |            |
//   each a list of timers with          t1          t4           t6
//   that delay, oldest first:           t2          t5
//                                       t3
//
// (1) Timers with the same delay become due in the order in which they were started, so a list is
//     always sorted; only lists are compared. Starting and clearing a timer needs no search.
// (2) One loop timer is set to the earliest list. When it fires, src/runtime/bindings/timers.c
//     calls runTimers(), which runs all that are due. Between two callbacks nextTimer() drains the
//     queues. If runsLists is false runTimers() runs one: C drains the queues and calls again.
// (3) The `expiry` of a list is never later than the due time of its first timer. If it is earlier
//     (the first timer was cleared), it is corrected when the list comes to the top.
// (4) No method that a program can patch is called here.
// (5) The line that set a timer is recorded once per list, for its first timer, as the engine's raw
//     stack: further timers with that delay cost nothing. `gyre why PID` makes a text of it.

const binding = internalBinding('timers');
const { shared, setHook, kImmediates, kLoopRuns, kNoTimerDue, kQueuedImmediates, kRunTimer,
        kRunImmediate } = internalBinding('task_queue');
const { context, enter } = require('internal/async_context');
const {
  ArrayPrototypeSlice, ObjectDefineProperty, ReflectApply, SafeArray, SafeMap,
  Symbol, SymbolDispose, SymbolFor, SymbolToPrimitive,
} = primordials;
const { natives: { Error: NativeError } } = require('internal/bootstrap/loader');
const { schedule, references, toggleImmediateRef, now: readLoopTime, runsLists, nextTimer,
        nextImmediate } = binding;

const LONGEST = 2 ** 31 - 1;
const mainStart = binding.loopTime();
const kHasPrimitive = Symbol('kHasPrimitive');
const kRefed = Symbol('refed');
const kId = Symbol('asyncId');

let armedFor = Infinity;    // when the loop's timer fires
let nextId = 1;
let inMain = true;          // until the loop's first turn
const known = { __proto__: null };    // id -> timer that was converted to a primitive

// ---- The heap of lists ----

const heap = new SafeArray();
const lists = new SafeMap();          // delay -> list

class List {
  order;                    // of creation: decides between lists with the same expiry

  constructor(delay, expiry, order) {
    this._idleNext = this;
    this._idlePrev = this;
    this.msecs = delay;
    this.expiry = expiry;
    this.order = order;
    this.at = 0;
    this.spare = false;     // empty, stored for the next timer with this delay
    this.first = 0;         // the id of the timer to which `made`, a stack, belongs
    this.made = null;
  }
}
let listOrder = 0;
const RECORD_FROM = 100;    // ms: shorter timers do not keep a process alive for long
const MAX_RECORDED = 64;    // lists: programs with many different delays are not slowed down

const before = (a, b) => a.expiry < b.expiry || (a.expiry === b.expiry && a.order < b.order);

function siftUp(list) {
  let at = list.at;
  while (at > 0) {
    const up = (at - 1) >> 1;
    const parent = heap[up];
    if (!before(list, parent))
      break;
    heap[at] = parent;
    parent.at = at;
    at = up;
  }
  heap[at] = list;
  list.at = at;
}

function siftDown(list) {
  const count = heap.length;
  let at = list.at;
  for (;;) {
    let down = 2 * at + 1;
    if (down >= count)
      break;
    if (down + 1 < count && before(heap[down + 1], heap[down]))
      down++;
    const child = heap[down];
    if (!before(child, list))
      break;
    heap[at] = child;
    child.at = at;
    at = down;
  }
  heap[at] = list;
  list.at = at;
}

function removeList(list) {
  const last = heap[heap.length - 1];
  heap.length--;
  if (last !== list) {
    last.at = list.at;
    siftUp(last);
    siftDown(last);
  }
  if (lists.get(list.msecs) === list)
    lists.delete(list.msecs);
}

// Called when the last timer of a list was cleared. Another one with that delay is often set at
// once, so the list stays until it comes to the top. The number of such lists is bounded.
const MOST_EMPTY = 64;
let emptyLists = 0;
function leaveEmpty(list) {
  list.spare = true;
  if (++emptyLists > MOST_EMPTY)
    dropEmpty(list);
}

function useAgain(list) {
  list.spare = false;
  emptyLists--;
}

function dropEmpty(list) {
  if (list.spare)
    emptyLists--;
  removeList(list);
}

// ---- Lists of timers ----

function unlink(item) {
  const next = item._idleNext;
  if (next) {
    let previous = item._idlePrev;
    if (previous._idleNext !== item)
      previous = listOfFirst(item);
    next._idlePrev = previous;
    previous._idleNext = next;
  }
  item._idleNext = null;
  item._idlePrev = null;
}

// Removes the first timer of a list. `_idlePrev` of the next one is not updated: the write would
// make the garbage collector visit each timer again.
function takeFirst(list) {
  const item = list._idleNext;
  const next = item._idleNext;
  list._idleNext = next;
  if (next === list)
    list._idlePrev = list;
  item._idleNext = null;
  item._idlePrev = null;
  return item;
}

// If the program has changed `_idleTimeout`, the list is found by walking to its end.
function listOfFirst(item) {
  let list = lists.get(item._idleTimeout);
  if (list === undefined || list._idleNext !== item) {
    for (list = item._idleNext; heap[list.at] !== list;)
      list = list._idleNext;
  }
  return list;
}

function append(list, item) {
  if (item._idleNext)
    unlink(item);
  item._idlePrev = list._idlePrev;
  item._idleNext = list;
  list._idlePrev._idleNext = item;
  list._idlePrev = item;
}

// A delay counts from now. For a 1 ms timer of the main script it counts from the opening of the
// loop, so that the timer is always due in the first timers phase.
function startTime(delay) {
  if (inMain) {
    if (shared[kLoopRuns] === 1)
      inMain = false;
    else if (delay === 1)
      return mainStart;
  }
  return readLoopTime();
}

function insert(item, delay, start = startTime(delay)) {
  item._idleStart = start;
  let list = lists.get(delay);
  if (list === undefined) {
    const expiry = start + delay;
    list = new List(delay, expiry, listOrder++);
    lists.set(delay, list);
    list.at = heap.length;
    heap[heap.length] = list;
    siftUp(list);
    if (expiry < armedFor) {
      armedFor = expiry;
      schedule(start === mainStart ? delay : expiry - start);
    }
    if (delay >= RECORD_FROM && heap.length <= MAX_RECORDED) {
      list.first = item[kId];     // the id, because the timer itself may be collected
      list.made = new NativeError();
    }
  } else if (list.spare) {
    useAgain(list);
  }
  append(list, item);
}

// Runs timers that are due. If none is left, sets kNoTimerDue and returns when the next one is due,
// or 0 if there is none. If it runs only one (2), returns whether its list may have more. `now` is
// when the phase began: a timer that is started during the phase is not due in it.
function runTimers(now) {
  armedFor = -Infinity;    // C starts the loop's timer after the phase
  inMain = false;
  if (threw && !currentGoesOn(now))
    return true;
  for (;;) {
    const list = heap.length === 0 ? null : heap[0];
    if (list === null || list.expiry > now) {
      current = null;
      shared[kNoTimerDue] = 1;
      armedFor = list === null ? Infinity : list.expiry;
      return list === null ? 0 : list.expiry;
    }
    const timer = list._idleNext;
    if (timer === list) {
      dropEmpty(list);
      continue;
    }
    const due = timer._idleStart + list.msecs;
    // As in Node, all due timers of a list run before the next list.
    if (due > now || (due > list.expiry && list !== current)) {
      list.expiry = due;
      list.order = listOrder++;
      siftDown(list);
      continue;
    }
    takeFirst(list);
    current = list;
    threw = true;
    const ran = runOne(timer);
    threw = false;
    if (ran && !(runsLists && nextTimer()))
      return list._idleNext !== list;
  }
}

// After a timer has thrown, the next one of its list runs before the queues are drained, those of
// other lists after that.
let current = null;     // the list that the current phase runs
let threw = false;
function currentGoesOn(now) {
  const timer = current._idleNext;
  threw = false;
  return heap[0] === current && timer !== current && timer._idleStart + current.msecs <= now;
}

function runOne(timer) {
  const callback = timer._onTimeout;
  if (!callback) {
    release(timer);
    return false;
  }
  const outside = context.frame;
  // The next interval counts from here, however long the callback takes.
  const began = timer._repeat ? readLoopTime() : 0;
  try {
    const args = timer._timerArgs;
    const frame = Timeout.frameOf(timer);
    if (frame !== outside)
      enter(frame);
    if (args === undefined)
      timer._onTimeout();
    else
      ReflectApply(callback, timer, args);
    if (context.frame !== outside)
      enter(outside);
  } finally {
    if (timer._repeat && timer._idleTimeout !== -1) {
      timer._idleTimeout = timer._repeat;
      insert(timer, timer._idleTimeout, began === 0 ? readLoopTime() : began);
    } else if (!timer._idleNext && !timer._destroyed) {
      release(timer);
    }
  }
  return true;
}

function release(timer) {
  if (timer._destroyed)
    return;
  timer._destroyed = true;
  if (context.gone !== null)
    context.gone(timer);
  if (timer[kHasPrimitive])
    delete known[timer[kId]];
  if (timer[kRefed])
    decRefs();
}

// The number of timers that keep the loop alive. C reads it when JavaScript returns.
function incRefs() {
  references[0]++;
}

function decRefs() {
  references[0]--;
}

// ---- Timeout ----

function toDelay(value) {
  const delay = value * 1;    // a string becomes a number, as in browsers
  if (delay >= 1 && delay <= LONGEST)
    return delay | 0;
  if (delay > LONGEST)
    warn(`${delay} does not fit into a 32-bit signed integer.`, 'TimeoutOverflowWarning');
  else if (delay < 0)
    warnOnce(`${delay} is a negative number.`, 'TimeoutNegativeWarning');
  else if (delay !== delay && value !== undefined)
    warnOnce(`${delay} is not a number.`, 'TimeoutNaNWarning');
  return 1;
}

const warned = { __proto__: null };
function warnOnce(text, name) {
  if (!warned[name])
    warn(text, name);
  warned[name] = true;
}

function warn(text, name) {
  const { fillProcess } = require('internal/bootstrap/loader');
  fillProcess().emitWarning(`${text}\nTimeout duration was set to 1.`, name);
}

class Timeout {
  #frame = context.frame;
  static frameOf(timer) { return timer.#frame; }

  constructor(callback, delay, args, repeat, refed) {
    delay = toDelay(delay);
    this._idleTimeout = delay;
    this._idlePrev = null;
    this._idleNext = null;
    this._idleStart = null;
    this._onTimeout = callback;
    this._timerArgs = args;
    this._repeat = repeat ? delay : null;
    this._destroyed = false;
    this[kRefed] = refed;
    this[kId] = nextId++;
    if (refed)
      incRefs();
    if (context.made !== null)
      this._onTimeout = context.made('Timeout', this, callback);
  }

  refresh() {
    restart(this);
    return this;
  }

  ref() {
    if (!this[kRefed]) {
      this[kRefed] = true;
      if (!this._destroyed)
        incRefs();
    }
    return this;
  }

  unref() {
    if (this[kRefed]) {
      this[kRefed] = false;
      if (!this._destroyed)
        decRefs();
    }
    return this;
  }

  hasRef() {
    return this[kRefed] === true;
  }

  close() {
    clearTimeout(this);
    return this;
  }

  [SymbolToPrimitive]() {
    const id = this[kId];
    if (!this[kHasPrimitive]) {
      this[kHasPrimitive] = true;
      known[id] = this;
    }
    return id;
  }

  [SymbolDispose]() {
    clearTimeout(this);
  }
}

function restart(timer) {
  if (timer._idleTimeout === -1)
    return;
  if (timer._destroyed) {
    timer._destroyed = false;
    if (timer[kRefed])
      incRefs();
    if (timer[kHasPrimitive])
      known[timer[kId]] = timer;
  }
  insert(timer, timer._idleTimeout);
}

function checkCallback(callback) {
  if (typeof callback !== 'function') {
    const { ERR_INVALID_ARG_TYPE } = require('internal/errors').codes;
    throw new ERR_INVALID_ARG_TYPE('callback', 'Function', callback);
  }
}

// A copy of `args`: as that does not escape, the engine need not allocate it. Literals call no
// setter that the program has defined for an index.
function copyOf(args) {
  switch (args.length) {
    case 0: return undefined;
    case 1: return [args[0]];
    case 2: return [args[0], args[1]];
  }
  const list = new SafeArray();
  for (let i = 0; i < args.length; i++)
    list.push(args[i]);
  return ArrayPrototypeSlice.call(list);
}

function setTimeout(callback, delay, ...args) {
  checkCallback(callback);
  const timer = new Timeout(callback, delay, copyOf(args), false, true);
  insert(timer, timer._idleTimeout);
  return timer;
}

function setInterval(callback, delay, ...args) {
  checkCallback(callback);
  const timer = new Timeout(callback, delay, args.length === 0 ? undefined : args, true, true);
  insert(timer, timer._idleTimeout);
  return timer;
}

function unenroll(timer) {
  if (timer._destroyed)
    return;
  if (timer._idleNext) {
    const list = lists.get(timer._idleTimeout);
    unlink(timer);
    if (list !== undefined && list._idleNext === list)
      leaveEmpty(list);
  }
  release(timer);
  timer._idleTimeout = -1;
}

function clearTimeout(timer) {
  if (typeof timer === 'object' && timer !== null && timer._onTimeout) {
    timer._onTimeout = null;
    if (timer instanceof Timeout)
      unenroll(timer);
    return;
  }
  if (typeof timer === 'number' || typeof timer === 'string') {
    const found = known[timer];
    if (found !== undefined) {
      found._onTimeout = null;
      unenroll(found);
    }
  }
}

function clearInterval(timer) {
  clearTimeout(timer);
}

// ---- Immediates ----

// Two lists: one that the current check phase runs, and one for the next.
class ImmediateList {
  constructor() {
    this.head = null;
    this.tail = null;
  }
  append(item) {
    if (this.tail === null)
      this.head = item;
    else
      this.tail._idleNext = item;
    item._idlePrev = this.tail;
    this.tail = item;
    item.list = this;
  }
  remove(item) {
    if (item._idlePrev)
      item._idlePrev._idleNext = item._idleNext;
    else
      this.head = item._idleNext;
    if (item._idleNext)
      item._idleNext._idlePrev = item._idlePrev;
    else
      this.tail = item._idlePrev;
    item._idleNext = item._idlePrev = null;
  }
}

let queued = new ImmediateList();
let batch = new ImmediateList();
let inBatch = false;
let failed = false;

function updateQueued() {
  shared[kQueuedImmediates] = queued.head !== null || batch.head !== null ? 1 : 0;
}

class Immediate {
  #list;
  #frame = context.frame;
  static frameOf(item) { return item.#frame; }

  constructor(callback, args) {
    this._idleNext = null;
    this._idlePrev = null;
    this._onImmediate = callback;
    this._argv = args;
    this._destroyed = false;
    this[kRefed] = false;
    this[kId] = nextId++;
    this.ref();
    this.#list = queued;
    queued.append(this);
    shared[kQueuedImmediates] = 1;
    if (context.made !== null)
      this._onImmediate = context.made('Immediate', this, callback);
  }

  set list(value) { this.#list = value; }
  get list() { return this.#list; }

  ref() {
    if (this[kRefed] === false) {
      this[kRefed] = true;
      if (shared[kImmediates]++ === 0)
        toggleImmediateRef(true);
    }
    return this;
  }

  unref() {
    if (this[kRefed] === true) {
      this[kRefed] = false;
      if (--shared[kImmediates] === 0)
        toggleImmediateRef(false);
    }
    return this;
  }

  hasRef() {
    return this[kRefed] === true;
  }

  [SymbolDispose]() {
    clearImmediate(this);
  }
}

// Runs the immediates of this turn, or one (see runTimers()), and returns whether more are left.
// Immediates that are set during the phase wait for the next turn, unless the last one throws.
function runImmediates() {
  if (!inBatch || (failed && batch.head === null)) {
    const empty = batch;
    batch = queued;
    queued = empty;
    inBatch = true;
  }
  for (;;) {
    const item = batch.head;
    failed = item !== null;
    if (item === null)
      break;
    batch.remove(item);
    runImmediate(item);
    failed = false;
    if (batch.head === null)
      break;
    if (!(runsLists && nextImmediate()))
      return true;
  }
  inBatch = false;
  updateQueued();
  return false;
}

function runImmediate(item) {
  item._destroyed = true;
  if (item[kRefed] === true)
    shared[kImmediates]--;
  item[kRefed] = null;
  const outside = context.frame;
  const frame = Immediate.frameOf(item);
  if (frame !== outside)
    enter(frame);
  if (item._argv === undefined)
    item._onImmediate();
  else
    ReflectApply(item._onImmediate, item, item._argv);
  if (context.frame !== outside)
    enter(outside);
}

function setImmediate(callback, ...args) {
  checkCallback(callback);
  return new Immediate(callback, args.length === 0 ? undefined : args);
}

// For the runtime: the immediate runs before those that the program has set for the same turn.
function setFirstImmediate(callback) {
  const item = new Immediate(callback, undefined);
  const { head } = queued;
  if (head === item)
    return;
  queued.remove(item);
  item._idleNext = head;
  head._idlePrev = item;
  queued.head = item;
}

function clearImmediate(item) {
  if (!(item instanceof Immediate) || item._destroyed)
    return;
  item._destroyed = true;
  if (context.gone !== null)
    context.gone(item);
  item.list.remove(item);
  item._onImmediate = null;
  item.unref();
  item[kRefed] = null;
  updateQueued();
}

// What util.promisify() returns for these two.
const promisifyCustom = SymbolFor('nodejs.util.promisify.custom');
ObjectDefineProperty(setTimeout, promisifyCustom, {
  __proto__: null, enumerable: true, get() { return require('timers/promises').setTimeout; },
});
ObjectDefineProperty(setImmediate, promisifyCustom, {
  __proto__: null, enumerable: true, get() { return require('timers/promises').setImmediate; },
});

const activeTimers = () => references[0];

// Calls use(item, list) with each timer and immediate that keeps the loop alive (`gyre why`).
function eachActive(visit) {
  for (let i = 0; i < heap.length; i++) {
    const list = heap[i];
    for (let timer = list._idleNext; timer !== list; timer = timer._idleNext) {
      if (timer[kRefed])
        visit(timer, list);
    }
  }
  for (let item = queued.head; item !== null; item = item._idleNext) {
    if (item[kRefed])
      visit(item);
  }
}

setHook(kRunTimer, runTimers);
setHook(kRunImmediate, runImmediates);

module.exports = {
  setTimeout, clearTimeout, setInterval, clearInterval,
  setImmediate, setFirstImmediate, clearImmediate, Timeout, Immediate, kRefed, kId, activeTimers,
  eachActive,
};
