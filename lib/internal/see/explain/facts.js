'use strict';
// Facts about a recorded story that the rules in reasons.js test. Times are nanoseconds.

const {
  ArrayPrototypeFilter, MathMax, MathMin, NumberParseInt, RegExpPrototypeExec,
} = primordials;
const NS = 1e6;
// A timer counts as late from here on. A smaller delay may be the cost of the recorder itself,
// which is largest in the main script.
const LATE = 50 * NS;
const LATE_BY_MAIN = 200 * NS;
const MANY = 10;              // consecutive ticks or jobs that count as starving
const POOL_DEFAULT = 4;
const POOL_MOST = 1024;

const isTimer = (e) => e.kind === 'timer' || e.kind === 'interval';
const dueAt = (e) => e.scheduled + e.detail.delay * NS;
const lateness = (e) => e.began - dueAt(e);
const endOf = (e) => (e.isOpen ? e.began : e.ended);

// The entry that kept the loop longest while this timer was due already.
function culprit(e, { entries }) {
  const late = lateness(e);
  if (late < LATE)
    return null;
  let worst = null;
  let most = 0;
  for (let i = 0; i < entries.length; i++) {
    const other = entries[i];
    const overlap = MathMin(endOf(other), e.began) - MathMax(other.began, dueAt(e));
    if (other !== e && overlap > most) {
      worst = other;
      most = overlap;
    }
  }
  if (worst === null || most < late / 2 || (worst.kind === 'main' && late < LATE_BY_MAIN))
    return null;
  return { entry: worst, busy: endOf(worst) - worst.began, late };
}

const QUEUES = { __proto__: null, ticks: 'ticks', promises: 'promise jobs' };

// The consecutive ticks or jobs, each added by the one before, that ran right before a timer and
// delayed it.
function earlierTick(e, { entries }) {
  const at = e.at;
  const queue = entries[at - 1]?.queue;
  if (QUEUES[queue] === undefined || entries[at - 1].began < dueAt(e))
    return null;
  let first = at - 1;
  while (first > 0 && entries[first - 1].queue === queue &&
         entries[first].by === entries[first - 1].id)
    first--;
  const number = at - first;
  return number < MANY ? null :
    { number, queue: QUEUES[queue], busy: endOf(entries[at - 1]) - entries[first].began };
}

// ---- The pool ----

const CRYPTO_WORK =
  /^crypto\.(?:pbkdf2|scrypt|randomBytes|randomFill|generate\w*|hkdf|sign|verify)/;
const OTHER_WORK = /^(?:dns\.lookup|zlib\.)/;
const POOL_KINDS = { __proto__: null, io: true, promise: true, await: true };
const isWork = (what) => RegExpPrototypeExec.call(CRYPTO_WORK, what) !== null ||
  RegExpPrototypeExec.call(OTHER_WORK, what) !== null;
const isPoolWork = (e) => POOL_KINDS[e.kind] === true && isWork(e.detail.what ?? '');
const poolThreads = () => {
  const size = process.env.UV_THREADPOOL_SIZE;
  return size === undefined ? POOL_DEFAULT :
    MathMin(MathMax(NumberParseInt(size) || 1, 1), POOL_MOST);
};

// The place of this job in the queue of a full pool; null if it got a thread at once.
function poolPlace(e, { entries }) {
  if (!isPoolWork(e))
    return null;
  const before = ArrayPrototypeFilter.call(entries, (other) => other !== e && isPoolWork(other) &&
    other.id < e.id && other.began > e.scheduled).length;
  const threads = poolThreads();
  return before < threads ? null : { threads, place: before + 1 };
}

// ---- Waiting and previous entries ----

// Of the timers that were set before `e` ran and run after it: the one that is due first.
function waitingTimer(e, { timers }) {
  let found = null;
  for (let i = 0; i < timers.length; i++) {
    const other = timers[i];
    if (other.scheduled < e.began && (other.began === 0 || other.began > e.began) &&
        other.isCleared === '' && (found === null || dueAt(other) < dueAt(found)))
      found = other;
  }
  return found;
}

// The promise job that was ready before the tick `e` ran, and that runs after it in the same phase.
function waitingJob(e, { entries }) {
  const at = e.at;
  for (let i = at + 1; i < entries.length; i++) {
    const other = entries[i];
    if (other.turn !== e.turn || other.phase !== e.phase || other.queue === '')
      return null;
    if (other.queue === 'promises')
      return other.scheduled < e.began && other.detail.what === undefined ? other : null;
  }
  return null;
}

// Whether the main script scheduled `e` and is an ES module. A module runs as a promise job, so
// promise jobs run before ticks after it.
const isOfModule = (e, { byId }) => {
  const by = byId.get(e.by);
  return by !== undefined && by.kind === 'main' && by.detail.isModule === true;
};

// The tick that was added before `e`, a promise job of the main phase, ran, and that runs after it.
function waitingTick(e, { entries }) {
  for (let i = e.at + 1; i < entries.length && entries[i].phase === 'main'; i++) {
    if (entries[i].queue === 'ticks')
      return entries[i].scheduled < e.began && entries[i].detail.event === undefined ? entries[i] :
        null;
  }
  return null;
}

// The last entry before `e` that the loop called, or the main script: the owner of the queue.
function owner(e, { entries }) {
  for (let i = e.at - 1; i >= 0; i--) {
    if (entries[i].queue === '')
      return entries[i];
  }
  return MAIN;
}

const MAIN = { __proto__: null, id: -1, kind: 'main', queue: '', phase: 'main', turn: 0,
               name: 'main script', where: '', from: '', detail: { __proto__: null } };

// The entry in which `e` was scheduled.
const maker = (e, { byId }) => byId.get(e.by) ?? MAIN;

module.exports = {
  culprit, earlierTick, poolPlace, waitingTimer, waitingJob, waitingTick, isOfModule, owner, maker,
  isTimer,
};
