'use strict';
// Questions about a recorded story that the rules ask. Times are nanoseconds, as recorded.

const NS = 1e6;
// From here on a timer is told as late; less may be the recorder's own cost, of which the main
// script has most.
const LATE = 50 * NS;
const LATE_BY_MAIN = 200 * NS;
const MANY = 10;              // so many ticks or jobs in a row starve what waits
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
  for (const other of entries) {
    const overlap = Math.min(endOf(other), e.began) - Math.max(other.began, dueAt(e));
    if (other !== e && overlap > most) {
      worst = other;
      most = overlap;
    }
  }
  if (worst === null || most < late / 2 || (worst.kind === 'main' && late < LATE_BY_MAIN))
    return null;
  return { entry: worst, busy: (endOf(worst) - worst.began) / NS, late: late / NS };
}

const QUEUES = { __proto__: null, ticks: 'ticks', promises: 'promise jobs' };

// The run of ticks or jobs, each added by the one before, right before a timer that they kept
// waiting.
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
    { number, queue: QUEUES[queue], busy: (endOf(entries[at - 1]) - entries[first].began) / NS };
}

// ---- The pool ----

const CRYPTO_WORK = /^crypto\.(?:pbkdf2|scrypt|randomBytes|randomFill|generate\w*|hkdf|sign|verify)/;
const OTHER_WORK = /^(?:dns\.lookup|zlib\.)/;
const POOL_KINDS = new Set(['io', 'promise', 'await']);     // by a callback, or by a promise
const isWork = (what) => CRYPTO_WORK.test(what) || OTHER_WORK.test(what);
const isPoolWork = (e) => POOL_KINDS.has(e.kind) && isWork(e.detail.what ?? '');
const poolThreads = () => {
  const asked = process.env.UV_THREADPOOL_SIZE;
  return asked === undefined ? POOL_DEFAULT : Math.min(Math.max(parseInt(asked) || 1, 1), POOL_MOST);
};

// Which job this was when it found every thread taken; null when it had a thread at once.
function poolPlace(e, { entries }) {
  if (!isPoolWork(e))
    return null;
  const before = entries.filter((other) => other !== e && isPoolWork(other) && other.id < e.id &&
    other.began > e.scheduled).length;
  const threads = poolThreads();
  return before < threads ? null : { threads, place: before + 1 };
}

// ---- Who waits, who was before ----

// A timer that was set when `e` ran, and runs later; the one that is due first.
function waitingTimer(e, { timers }) {
  let found = null;
  for (const other of timers) {
    if (other.scheduled < e.began && (other.began === 0 || other.began > e.began) &&
        other.isCleared === '' && (found === null || dueAt(other) < dueAt(found)))
      found = other;
  }
  return found;
}

// A promise job that was ready when `e`, a tick, ran, and runs in the same phase after it.
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

// Whether `e` was scheduled by the main script, and that is an ES module: it runs as a promise job, so
// that promise jobs come before ticks.
const isOfModule = (e, { byId }) => {
  const by = byId.get(e.by);
  return by !== undefined && by.kind === 'main' && by.detail.isModule === true;
};

// A tick that was added when `e`, a promise job of the main phase, ran, and runs after it.
function waitingTick(e, { entries }) {
  for (let i = e.at + 1; i < entries.length && entries[i].phase === 'main'; i++) {
    if (entries[i].queue === 'ticks')
      return entries[i].scheduled < e.began && entries[i].detail.event === undefined ? entries[i] : null;
  }
  return null;
}

// The last entry before `e` that the loop itself called, or the main script.
function owner(e, { entries }) {
  for (let i = e.at - 1; i >= 0; i--) {
    if (entries[i].queue === '')
      return entries[i];
  }
  return MAIN;
}

const MAIN = { __proto__: null, id: -1, kind: 'main', queue: '', phase: 'main', turn: 0,
               name: 'main script', where: '', from: '', detail: {} };

// The entry in which `e` was scheduled.
const maker = (e, { byId }) => byId.get(e.by) ?? MAIN;

module.exports = {
  culprit, earlierTick, poolPlace, waitingTimer, waitingJob, waitingTick, isOfModule, owner, maker, isTimer,
};
