'use strict';
// Why an entry ran when it did: a table of rules. The first rule whose `when` returns true makes
// the sentence (`text`). `e` is the entry, `p` the entry that ran before it, `story` is from
// story.js.
//
// (1) A rule states what the loop does (docs/loop.md) for these two entries. It never guesses.
// (2) Rules with a cause that the program can avoid (a busy loop, a full pool, starving ticks) come
//     first.

const { ArrayPrototypeFind, ArrayPrototypeFindLast } = primordials;
const { formatDuration } = require('internal/see/duration');
const { count, the, hotSpot, ordinal, what } = require('internal/see/explain/phrases');
const { culprit, poolPlace, waitingTimer, waitingJob, waitingTick, isOfModule, earlierTick, owner,
        maker, isTimer } = require('internal/see/explain/facts');

const inQueue = (queue) => (e) => e.queue === queue;
const isTick = inQueue('ticks');
const isJob = inQueue('promises');
const samePhase = (a, b) => a.turn === b.turn && a.phase === b.phase;
const followsTimer = (e, story) => isTimer(owner(e, story)) && samePhase(e, owner(e, story));
const isFromLoop = (e) => e.queue === '' && e.kind !== 'main';

const zero = (e) => (e.detail.delay === 1 && !(e.detail.asked === 1) ?
  `${shownDelay(e.detail.asked)} ms count as 1 ms` : `${count(e.detail.delay)} ms`);
const shownDelay = (asked) => (typeof asked === 'number' || typeof asked === 'string' ? asked : 0);

const RULES = [
  { rule: 'module',
    when: (e) => e.kind === 'main' && e.detail.isModule === true,
    text: () =>
      'The main script is an ES module: it runs as a promise job after it was loaded, from its ' +
      'first line to its last or to its first await. Everything that it schedules waits until ' +
      'then. The other promise jobs run next, until their queue is empty, then the ticks, then ' +
      'the first turn of the loop.' },
  { rule: 'main',
    when: (e) => e.kind === 'main',
    text: () => 'The main script runs first, from its first line to its last. Everything that it ' +
      'schedules waits until it has ended. The ticks run next, then the promise jobs, then the ' +
      'first turn of the loop.' },

  // ---- Ending ----
  { rule: 'before-exit',
    when: (e) => e.kind === 'beforeExit',
    text: () => 'Nothing keeps the loop alive, so it has stopped. If this listener schedules ' +
      'something, the loop starts again.' },
  { rule: 'exit',
    when: (e) => e.kind === 'exit',
    text: () => 'The process ends now. Nothing that this listener schedules will run.' },
  { rule: 'rejection',
    when: (e) => e.kind === 'rejection',
    text: () => 'A promise was rejected and had no handler when all ticks and promise jobs had ' +
      'run.' },

  { rule: 'uncaught',
    when: (e) => e.detail.event === 'uncaughtException',
    text: (e, p) => `An error${p.id >= 0 ? ` thrown by ${the(p)}` : ''} was not caught: ` +
      'the listener is called at once.' },

  // ---- Causes ----
  { rule: 'busy',
    when: (e, p, story) => isTimer(e) && !followsTimer(e, story) && culprit(e, story) !== null,
    text: (e, p, story) => {
      const { entry, busy, late } = culprit(e, story);
      const spot = hotSpot(entry);
      return `${the(entry, true)} kept the loop busy for ${formatDuration(busy)}` +
        `${spot === '' ? '' : `, most of it ${spot}`}, so this ${count(e.detail.delay)} ms timer ` +
        `ran ${formatDuration(late)} late: the loop never interrupts a callback.`;
    } },
  { rule: 'starved',
    when: (e, p, story) => isTimer(e) && earlierTick(e, story) !== null,
    text: (e, p, story) => {
      const { number, queue, busy } = earlierTick(e, story);
      return `${count(number)} ${queue} ran before it, for ${formatDuration(busy)}, and each ` +
        'added the next. The loop continues only when their queue is empty, so this timer had ' +
        'to wait.';
    } },
  { rule: 'pool',
    when: (e, p, story) => poolPlace(e, story) !== null,
    text: (e, p, story) => {
      const { threads, place } = poolPlace(e, story);
      return `The thread pool has ${threads} thread${threads === 1 ? '' : 's'}, and this was ` +
        `the ${ordinal(place)} job: it had to wait for a free thread (UV_THREADPOOL_SIZE sets ` +
        'their number).';
    } },

  // ---- Ticks ----
  { rule: 'event-by-tick',
    when: (e) => isTick(e) && e.detail.event !== undefined,
    text: (e) => `A tick of the runtime emits ${what(e)}, and ticks run ` +
      `${e.phase === 'main' ? 'when the main script has ended' :
        'as soon as the current callback has returned'}, before the loop continues.` },
  { rule: 'tick-by-tick',
    when: (e, p, story) => isTick(e) && isTick(p) && e.by === p.id &&
      waitingTimer(e, story) !== null,
    text: (e, p, story) => 'Ticks that were added by ticks run before everything else: ' +
      `${the(waitingTimer(e, story))} waits.` },
  { rule: 'tick-added-by-tick',
    when: (e, p) => isTick(e) && isTick(p) && e.by === p.id,
    text: () => 'The tick before it added it: ticks run until their queue is empty.' },
  { rule: 'tick-order',
    when: (e, p) => isTick(e) && isTick(p),
    text: () => 'Ticks run in the order in which they were added.' },
  { rule: 'tick-of-module',
    when: (e, p, story) => isTick(e) && isJob(p) && samePhase(e, p) && isOfModule(e, story),
    text: () =>
      'The ES module that added it was itself a promise job: ticks wait until all promise ' +
      'jobs have run.' },
  { rule: 'tick-after-jobs',
    when: (e, p) => isTick(e) && isJob(p) && samePhase(e, p),
    text: () =>
      'All promise jobs have run, and one of them added this tick. Ticks run now, before the ' +
      'loop continues.' },
  { rule: 'tick-before-job',
    when: (e, p, story) => isTick(e) && waitingJob(e, story) !== null,
    text: (e, p, story) => {
      const job = waitingJob(e, story);
      const when = job.scheduled < e.scheduled ? 'before it' : 'too';
      return `After ${the(owner(e, story))}, all ticks run before the promise jobs: ` +
        `${the(job)} was queued ${when}, but it waits.`;
    } },
  { rule: 'tick-after-main',
    when: (e) => isTick(e) && e.phase === 'main',
    text: () => 'When the main script has ended, all ticks run before everything else.' },
  { rule: 'tick-after-callback',
    when: (e) => isTick(e),
    text: (e, p) => `After ${samePhase(e, p) ? the(p) : 'the current callback'} has returned, ` +
      'all ticks run before the loop calls anything else.' },

  // ---- Promise jobs ----
  { rule: 'job-after-ticks',
    when: (e, p) => isJob(e) && isTick(p) && samePhase(e, p),
    text: () => 'Promise jobs run when all ticks have run.' },
  { rule: 'job-settled-by-io',
    when: (e, p) => isJob(e) && e.detail.what !== undefined &&
      !(samePhase(e, p) && isJob(p) && e.by === p.id),
    text: (e) => {
      const { what: call, delay } = e.detail;
      return `The promise of ${call}${delay === undefined ? '' : ` of ${count(delay)} ms`} was ` +
        `settled in the ${e.phase} phase. What waited for it runs at once, as a promise job.`;
    } },
  { rule: 'job-added-by-job',
    when: (e, p) => isJob(e) && isJob(p) && samePhase(e, p) && e.by === p.id,
    text: () => 'The promise job before it made it ready: promise jobs run until their queue is ' +
      'empty.' },
  { rule: 'job-order',
    when: (e, p) => isJob(e) && isJob(p) && samePhase(e, p),
    text: () => 'Promise jobs run in the order in which they became ready.' },
  { rule: 'job-after-module',
    when: (e, p) => isJob(e) && samePhase(e, p) && p.kind === 'main' &&
      p.detail.isModule === true &&
      e.detail.afterTicks !== true,
    text: (e, p, story) => {
      const tick = waitingTick(e, story);
      const waits = tick === null ? '' : `: ${the(tick)} waits, though ticks run first elsewhere`;
      return 'The ES module was itself a promise job, and promise jobs run until their queue ' +
        `is empty${waits}.`;
    } },
  { rule: 'job-after-own-ticks',
    when: (e, p) => isJob(e) && samePhase(e, p) && p.kind === 'main' &&
      e.detail.afterTicks === true,
    text: () =>
      'The promise jobs of the ES module have run, then the ticks, which were all of the ' +
      'runtime. One of them settled what this job waited for, so promise jobs run again.' },
  { rule: 'job-after-main',
    when: (e) => isJob(e) && e.phase === 'main',
    text: () => 'The main script has ended and no tick is waiting: promise jobs run next.' },
  { rule: 'job-after-callback',
    when: (e, p) => isJob(e) && samePhase(e, p),
    text: (e, p, story) =>
      `After ${the(owner(e, story))} has returned, the ticks run (there are none), then all ` +
      'promise jobs, before the loop calls anything else.' },
  { rule: 'job-settled',
    when: isJob,
    text: (e) =>
      `What it waited for was settled in the ${e.phase} phase. Promise jobs run as soon as ` +
      'the callback that settled it has returned.' },

  // ---- Immediates ----
  { rule: 'immediate-after-poll',
    when: (e, p, story) => e.kind === 'immediate' && p.phase === 'poll' && p.turn === e.turn &&
      waitingTimer(e, story) !== null,
    text: (e, p, story) => 'An immediate runs in the check phase, right after poll and before ' +
      `any timer, so before ${the(waitingTimer(e, story))}.` },
  { rule: 'immediate-after-io',
    when: (e, p) => e.kind === 'immediate' && p.phase === 'poll' && p.turn === e.turn,
    text: () => 'An immediate runs in the check phase, right after poll.' },
  { rule: 'immediate-order',
    when: (e, p) => e.kind === 'immediate' && samePhase(e, p),
    text: () => 'Immediates of one turn run in the order in which they were set.' },
  { rule: 'immediate-next-turn',
    when: (e, p, story) => e.kind === 'immediate' && maker(e, story).phase === 'check',
    text: (e, p, story) => {
      const timer = waitingTimer(e, story);
      return 'It was set while immediates ran, so it waits for the check phase of the next ' +
        `turn${timer === null ? '' : `, which begins at once: ${the(timer)} is not due yet`}.`;
    } },
  { rule: 'immediate-before-timer',
    when: (e, p, story) => e.kind === 'immediate' && waitingTimer(e, story) !== null,
    text: (e, p, story) =>
      `When this turn entered the timers phase, ${the(waitingTimer(e, story))} ` +
      'was not due yet. Immediates run in the check phase of every turn.' },
  { rule: 'immediate-after-timers',
    when: (e, p) => e.kind === 'immediate' && p.phase === 'timers' && p.turn === e.turn,
    text: () => 'Immediates run in the check phase, after timers and poll in each turn.' },
  { rule: 'immediate',
    when: (e) => e.kind === 'immediate',
    text: () => 'Both queues are empty, and the loop turns: immediates run in the check phase, ' +
      'after poll, which does not wait when there is an immediate.' },

  // ---- Timers ----
  { rule: 'timer-order-of-starting',
    when: (e, p, story) => isTimer(e) && followsTimer(e, story) &&
      e.detail.delay === owner(e, story).detail.delay,
    text: () => 'Both timers have the same delay: they run in the order in which they were ' +
      'started.' },
  { rule: 'timer-order-of-due-time',
    when: (e, p, story) => isTimer(e) && followsTimer(e, story),
    text: (e, p, story) => {
      const isLater = e.detail.delay < owner(e, story).detail.delay;
      return 'Both timers were due: they run in the order in which they became due' +
        `${isLater ? ', and this one was started later' : ''}.`;
    } },
  { rule: 'timer-after-immediate',
    when: (e, p, story) => isTimer(e) && overtakenByImmediate(e, story) !== null,
    text: (e, p, story) => {
      const immediate = overtakenByImmediate(e, story);
      return e.detail.delay === 1 ?
        `Its ${zero(e)}, and that had not passed when the loop last entered the timers phase: ` +
          `${the(immediate)} ran first, in the check phase.` :
        `Its ${count(e.detail.delay)} ms had not passed when the loop last entered the timers ` +
          `phase: ${the(immediate)} ran first, in the check phase.`;
    } },
  { rule: 'timer-first-phase',
    when: (e) => isTimer(e) && e.turn === 1 && e.detail.delay === 1,
    text: (e) =>
      'Both queues are empty: the loop begins its first turn with the timers phase. Its ' +
      `${zero(e)}${e.detail.asked === 1 ? ' has' : ', and that has'} passed since the loop's ` +
      'clock was set, before the main script ran.' },
  { rule: 'timer-again',
    when: (e) => e.kind === 'interval' && e.detail.runs > 1,
    text: (e) =>
      `Its ${count(e.detail.delay)} ms have passed again since its last run started.` },
  { rule: 'timer-due',
    when: isTimer,
    text: (e) => {
      const has = e.detail.delay !== 1 ? ' have' : e.detail.asked === 1 ? ' has' : ', and that has';
      return `Its ${zero(e)}${has} passed: it runs in the timers phase, the first of each turn.`;
    } },

  // ---- The rest of the loop ----
  { rule: 'close-phase',
    when: (e) => e.phase === 'close',
    text: () => 'Close callbacks run last in a turn, after the immediates of the check phase.' },
  { rule: 'input',
    when: (e) => e.detail.isInput === true,
    text: () => 'The prompt evaluates it at once, in the callback that has read it.' },
  { rule: 'poll-order',
    when: (e, p) => e.phase === 'poll' && samePhase(e, p),
    text: () => 'Both were ready in this poll phase: they run in the order in which they became ' +
      'ready.' },
  { rule: 'poll-event',
    when: (e) => e.phase === 'poll' && e.detail.event !== undefined,
    text: (e) => `${what(e)} arrived before or during the poll phase, where callbacks of I/O ` +
      'run.' },
  { rule: 'poll-io',
    when: (e) => e.phase === 'poll',
    text: (e) =>
      `${what(e) || 'What it waited for'} was done: its callback runs in the poll phase, ` +
      'never earlier, however fast the operation was.' },
  { rule: 'pending',
    when: (e) => e.phase === 'pending',
    text: () => 'An earlier turn deferred it: such callbacks run in the pending phase.' },
  { rule: 'phase',
    when: isFromLoop,
    text: (e) => `${what(e) || 'A built-in module'} called it in the ${e.phase} phase.` },
  { rule: 'other',
    when: () => true,
    text: () => '' },
];

// The last immediate that was set by the entry that set this timer, and that ran while the timer
// waited: in this turn or the one before, or in any turn if the timer has the shortest delay, 1 ms.
function overtakenByImmediate(e, { entries }) {
  return ArrayPrototypeFindLast.call(entries, (other) =>
    other.kind === 'immediate' && other.began < e.began &&
    other.began > e.scheduled && other.by === e.by &&
    (e.detail.delay === 1 || e.turn - other.turn <= 1)) ?? null;
}

const FIRST = { __proto__: null, id: -1, kind: '', queue: '', phase: '', turn: -1,
                detail: { __proto__: null } };

// The first rule that applies to an entry which ran after `before`, and its sentence. It also runs
// in a browser, with a story of { entries, byId, timers } in which only this entry has `at`
// (page/reasons.js).
function reasonOf(entry, before, story) {
  const { rule, text } = ArrayPrototypeFind.call(RULES,
                                                 ({ when }) => when(entry, before ?? FIRST, story));
  return { __proto__: null, rule, text: text(entry, before ?? FIRST, story) };
}

function addReasons(story) {
  const { entries } = story;
  for (let i = 0; i < entries.length; i++)
    entries[i].reason = reasonOf(entries[i], entries[i - 1], story);
}

module.exports = { addReasons, reasonOf };
