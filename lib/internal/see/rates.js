'use strict';
// Rates per second from two readings of the counters (src/runtime/see/numbers.c), and warnings
// about them: for `gyre top` and performance.loop.

const {
  ArrayPrototypeFilter, ArrayPrototypeFind, ArrayPrototypeFindLastIndex, ArrayPrototypeMap,
  ArrayPrototypeReduce, MathMax, MathMin, NumberPrototypeToFixed, StringPrototypeSlice,
  StringPrototypeStartsWith,
} = primordials;
const { formatDuration } = require('internal/see/duration');

const SHORTEST = 65536;     // ns: the first bucket of delays; shorter turns are only counted

// The upper end of a bucket, but at most the longest turn, which is known exactly.
const endOf = (i, longest) => MathMin(SHORTEST * 2 ** (i + 1), longest);

// The delay in ns that a share `p` of the turns did not exceed; 0 if that is below all buckets.
function percentile(delays, turns, p, longest) {
  let above = turns * (1 - p);
  for (let i = delays.length - 1; i >= 0; i--) {
    above -= delays[i];
    if (above < 0)
      return endOf(i, longest);
  }
  return 0;
}

const longestBucket = (delays, longest) => {
  const i = ArrayPrototypeFindLastIndex.call(delays, (count) => count > 0);
  return i < 0 ? 0 : endOf(i, longest);
};

function between(before, now) {
  const ns = now.now_ns - before.now_ns;
  const seconds = ns / 1e9;
  const turns = now.turns - before.turns;
  const asleep = sleepOf(now) - sleepOf(before);
  const delays = ArrayPrototypeMap.call(now.delays, (count, i) => count - before.delays[i]);
  const { longest_turn_ns: longest } = now;
  return {
    seconds,
    turns: turns / seconds,
    callbacks: (now.callbacks - before.callbacks) / seconds,
    utilization: MathMin(1, MathMax(0, 1 - asleep / ns)),
    delay: {
      p50: percentile(delays, turns, 0.5, longest), p90: percentile(delays, turns, 0.9, longest),
      p99: percentile(delays, turns, 0.99, longest), max: longestBucket(delays, longest),
    },
    phases: phasesOf(before, now, ns, MathMax(0, 1 - asleep / ns)),
    late: now.late_timers - before.late_timers,
    lateWorst: now.late_worst_ns,
    ring: (now.ring.submitted - before.ring.submitted) / seconds,
    fallbacks: now.ring.fallbacks - before.ring.fallbacks,
    // lint-ok: options-own the program gets it
    pool: { ...now.pool, jobs: poolJobs(before.pool.kinds, now.pool.kinds, seconds) },
    // ns for which the loop has been in one callback or queue; 0 while it sleeps.
    stuck: now.asleep ? 0 : now.now_ns - now.since_ns,
  };
}

// Times of phases are partly estimated. An estimate may decrease later. If the loop never sleeps,
// it comes from turns that were timed, which makes them slower. So the shares are scaled to the
// time that the loop was awake.
function phasesOf(before, now, ns, awake) {
  const shares = ArrayPrototypeMap.call(now.phases, (phase, i) =>
    MathMax(0, phase.time_ns - before.phases[i].time_ns) / ns);
  const sum = ArrayPrototypeReduce.call(shares, (total, share) => total + share, 0);
  const scale = MathMin(1, awake / sum);
  return ArrayPrototypeMap.call(now.phases, (phase, i) => ({
    name: phase.name,
    share: shares[i] === 0 ? 0 : shares[i] * scale,
    callbacks: (phase.callbacks - before.phases[i].callbacks) / (ns / 1e9),
    longest: phase.longest_ns,
  }));
}

// The counter does not include the current sleep.
const sleepOf = ({ asleep, asleep_ns: slept, now_ns: now, since_ns: since }) =>
  slept + (asleep ? now - since : 0);

const poolJobs = (before, now, seconds) => ArrayPrototypeMap.call(now, (kind) =>
  jobsOf(kind, ArrayPrototypeFind.call(before, ({ name }) => name === kind.name), seconds));

function jobsOf(kind, before, seconds) {
  const done = kind.done - (before?.done ?? 0);
  return {
    name: kind.name, queued: kind.queued, running: kind.running, done: done / seconds,
    wait: done === 0 ? 0 : (kind.wait_ns - (before?.wait_ns ?? 0)) / done,
    run: done === 0 ? 0 : (kind.run_ns - (before?.run_ns ?? 0)) / done,
  };
}

const STUCK_NS = 100e6;     // in one callback: the loop counts as blocked
const SLOW_NS = 50e6;       // of a turn: it causes a warning

// From the answer to `blocked`: ", held by hash (app.js:3), in crypto.pbkdf2Sync".
function culprit({ function: name, file, line, what, starving }) {
  const folder = `${process.cwd()}/`;
  const short = StringPrototypeStartsWith.call(file, folder) ?
    StringPrototypeSlice.call(file, folder.length) : file;
  const place = `${short}:${line}`;
  const by = file === '' ? '' :
    `, ${starving ? 'fed' : 'held'} by ${name === '' ? place : `${name} (${place})`}`;
  return what === '' ? by : `${by}, in ${what}`;
}

const AT = {
  __proto__: null, 'nothing': 'work of the runtime', 'callback': 'one callback', 'ticks': 'ticks',
  'promise jobs': 'promise jobs', 'rejections': 'rejections',
};

const fixed = (number, digits) => NumberPrototypeToFixed.call(number, digits);
const plural = (number, one, many) => `${number} ${number === 1 ? one : many}`;

// A warning about a loop that is blocked, or was; or ''.
function slowTurn(rates, now, blocked) {
  if (rates.stuck >= STUCK_NS) {
    const phase = now.phase === 'main' ? 'the main script' : now.phase;
    return `The loop is blocked: it has been in ${AT[now.doing]} of ${phase} for ` +
      `${formatDuration(rates.stuck)}${blocked === null ? '' : culprit(blocked)}.`;
  }
  return rates.delay.max < SLOW_NS ? '' : `A turn took up to ${formatDuration(rates.delay.max)}: ` +
    'something in it blocks the loop. Try --blocked.';
}

function fullPool({ depth, busy, threads, jobs }) {
  if (depth === 0 || busy !== threads)
    return '';
  const holder = ArrayPrototypeReduce.call(jobs, (a, b) => (b.running > a.running ? b : a));
  return `The pool is full: ${plural(depth, 'job waits', 'jobs wait')} for its ${threads} ` +
    `threads, which run ${holder.name} jobs. UV_THREADPOOL_SIZE sets their number.`;
}

// Sentences about problems. `blocked` is the side thread's report of a blocked loop, or null.
function warnings(rates, now, blocked = null) {
  const busy = rates.utilization <= 0.9 ? '' :
    `The loop is busy ${fixed(rates.utilization * 100, 0)} % of the time: more work delays ` +
    'every callback.';
  const late = rates.late === 0 ? '' : `${plural(rates.late, 'timer', 'timers')} ran late, ` +
    `the worst so far by ${formatDuration(rates.lateWorst)}.`;
  return ArrayPrototypeFilter.call(
    [slowTurn(rates, now, blocked), busy, late, fullPool(rates.pool)], (text) => text !== '');
}

module.exports = { between, warnings, STUCK_NS };
