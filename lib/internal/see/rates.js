'use strict';
// Two readings of the counters (src/runtime/see/numbers.c) → what happened in between, per second: for
// `gyre top`, the page's warnings and performance.loop.

const SHORTEST = 65536;     // ns: the first bucket of delays; turns below are only counted

// The upper end of a bucket. The longest turn of all is known better than by that.
const endOf = (i, longest) => Math.min(SHORTEST * 2 ** (i + 1), longest);

// The delay that a share `p` of the turns stayed below, in ns; 0 when that is below all buckets.
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
  const i = delays.findLastIndex((count) => count > 0);
  return i < 0 ? 0 : endOf(i, longest);
};

function between(before, now) {
  const ns = now.now_ns - before.now_ns;
  const seconds = ns / 1e9;
  const turns = now.turns - before.turns;
  const asleep = sleepOf(now) - sleepOf(before);
  const delays = now.delays.map((count, i) => count - before.delays[i]);
  const { longest_turn_ns: longest } = now;
  return {
    seconds,
    turns: turns / seconds,
    callbacks: (now.callbacks - before.callbacks) / seconds,
    utilization: Math.min(1, Math.max(0, 1 - asleep / ns)),
    delay: {
      p50: percentile(delays, turns, 0.5, longest), p90: percentile(delays, turns, 0.9, longest),
      p99: percentile(delays, turns, 0.99, longest), max: longestBucket(delays, longest),
    },
    phases: phasesOf(before, now, ns, Math.max(0, 1 - asleep / ns)),
    late: now.late_timers - before.late_timers,
    lateWorst: now.late_worst_ns,
    ring: (now.ring.submitted - before.ring.submitted) / seconds,
    fallbacks: now.ring.fallbacks - before.ring.fallbacks,
    pool: {
      ...now.pool,
      jobs: now.pool.kinds.map((kind) => jobsOf(kind, before.pool.kinds.find(({ name }) => name === kind.name), seconds)),
    },
    // How long the loop has been at one thing, when it is not asleep.
    stuck: now.asleep ? 0 : now.now_ns - now.since_ns,
  };
}

// Times of phases are partly estimated, and an estimate may become less when more is known; of a loop that never
// sleeps they come from turns that were timed, which are slower for that: all together they took no more than the
// time that the loop was awake.
function phasesOf(before, now, ns, awake) {
  const shares = now.phases.map((phase, i) => Math.max(0, phase.time_ns - before.phases[i].time_ns) / ns);
  const scale = Math.min(1, awake / shares.reduce((sum, share) => sum + share, 0));
  return now.phases.map((phase, i) => ({
    name: phase.name,
    share: shares[i] === 0 ? 0 : shares[i] * scale,
    callbacks: (phase.callbacks - before.phases[i].callbacks) / (ns / 1e9),
    longest: phase.longest_ns,
  }));
}

// A loop that sleeps now has slept since then, though that is not booked yet.
const sleepOf = ({ asleep, asleep_ns: slept, now_ns: now, since_ns: since }) =>
  slept + (asleep ? now - since : 0);

function jobsOf(kind, before, seconds) {
  const done = kind.done - (before?.done ?? 0);
  return {
    name: kind.name, queued: kind.queued, running: kind.running, done: done / seconds,
    wait: done === 0 ? 0 : (kind.wait_ns - (before?.wait_ns ?? 0)) / done,
    run: done === 0 ? 0 : (kind.run_ns - (before?.run_ns ?? 0)) / done,
  };
}

const STUCK_NS = 100e6;     // in one turn, from which on the loop is called blocked

// Of what `blocked` answers: ", held by hash (app.js:3), in crypto.pbkdf2Sync".
function culprit({ function: name, file, line, what, starving }) {
  const folder = `${process.cwd()}/`;
  const place = `${file.startsWith(folder) ? file.slice(folder.length) : file}:${line}`;
  const by = file === '' ? '' : `, ${starving ? 'fed' : 'held'} by ${name === '' ? place : `${name} (${place})`}`;
  return what === '' ? by : `${by}, in ${what}`;
}

const AT = {
  __proto__: null, 'nothing': 'its own work', 'callback': 'one callback', 'ticks': 'ticks',
  'promise jobs': 'promise jobs', 'rejections': 'rejections',
};

// Sentences about what is not well; `blocked` is what the side thread has found out of a loop that is stuck.
function warnings(rates, now, blocked = null) {
  const list = [];
  const ms = (ns) => (ns >= 1e9 ? `${(ns / 1e9).toFixed(1)} s` : `${(ns / 1e6).toFixed(0)} ms`);
  if (rates.stuck >= STUCK_NS)
    list.push(`The loop is blocked: it has been at ${AT[now.doing]} in ${now.phase === 'main' ? 'the main script' : now.phase} for ${ms(rates.stuck)}${blocked === null ? '' : culprit(blocked)}.`);
  else if (rates.delay.max >= 50e6)
    list.push(`A turn took up to ${ms(rates.delay.max)}: something in it blocks the loop. Try --blocked.`);
  if (rates.utilization > 0.9)
    list.push(`The loop is busy ${(rates.utilization * 100).toFixed(0)} % of the time: more work makes everything wait.`);
  if (rates.late > 0)
    list.push(`${rates.late} timer${rates.late === 1 ? '' : 's'} came late, the worst so far by ${ms(rates.lateWorst)}.`);
  const { pool } = rates;
  if (pool.depth > 0 && pool.busy === pool.threads) {
    const holder = pool.jobs.reduce((a, b) => (b.running > a.running ? b : a));
    list.push(`The pool is full: ${pool.depth} job${pool.depth === 1 ? ' waits' : 's wait'} for its ${pool.threads} threads, which run ${holder.name} jobs. ` +
              'UV_THREADPOOL_SIZE sets how many there are.');
  }
  return list;
}

module.exports = { between, warnings, STUCK_NS };
