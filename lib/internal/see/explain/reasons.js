'use strict';
// Why an entry came when it did: a table of rules, looked through from the top. The first whose
// `when` holds gives the sentence. `p` is the entry that ran before, `story` is that of story.js.
//
// (1) A rule says what the loop does (docs/loop.md), applied to the two entries at hand; it does not
//     guess.
// (2) Rules with a cause that one can do something about (a busy loop, a full pool, starving ticks)
//     come first.

const { count, time, the, hotSpot, ordinal, what } = require('internal/see/explain/words');
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
    say: () => 'The main script is an ES module: when it is loaded it runs as a promise job, from ' +
      'its first line to its last, or to its first await. What it schedules waits until then; ' +
      'first the other promise jobs run, for their queue runs until it is empty, then the ticks, ' +
      'then the loop begins to turn.' },
  { rule: 'main',
    when: (e) => e.kind === 'main',
    say: () => 'The main script runs first, from its first line to its last. What it schedules ' +
      'waits until it has ended; then the ticks run, then the promise jobs, then the loop begins ' +
      'to turn.' },

  // ---- Ending ----
  { rule: 'before-exit',
    when: (e) => e.kind === 'beforeExit',
    say: () => 'Nothing is left that keeps the loop alive, so it has stopped. What is scheduled ' +
      'here would start it again.' },
  { rule: 'exit',
    when: (e) => e.kind === 'exit',
    say: () => 'The process ends now. What is scheduled here never runs.' },
  { rule: 'rejection',
    when: (e) => e.kind === 'rejection',
    say: () => 'A promise was rejected, and when all ticks and promise jobs had run nobody had ' +
      'handled it.' },

  { rule: 'uncaught',
    when: (e) => e.detail.event === 'uncaughtException',
    say: (e, p) => `An error that nobody caught${p.id >= 0 ? ` came out of ${the(p)}` : ''}: the ` +
      'listener is called at once.' },

  // ---- Causes ----
  { rule: 'busy',
    when: (e, p, story) => isTimer(e) && !followsTimer(e, story) && culprit(e, story) !== null,
    say: (e, p, story) => {
      const { entry, busy, late } = culprit(e, story);
      const spot = hotSpot(entry);
      return `The loop was busy for ${time(busy)} with ${the(entry)}` +
        `${spot === '' ? '' : `, most of it ${spot}`}, so this ${count(e.detail.delay)} ms timer ` +
        `came ${time(late)} late: no callback is ever interrupted.`;
    } },
  { rule: 'starved',
    when: (e, p, story) => isTimer(e) && earlierTick(e, story) !== null,
    say: (e, p, story) => {
      const { number, queue, busy } = earlierTick(e, story);
      return `${count(number)} ${queue} ran before it, for ${time(busy)}, each adding the next: as ` +
        'long as there are any, the loop does not go on, and this timer had to wait.';
    } },
  { rule: 'pool',
    when: (e, p, story) => poolPlace(e, story) !== null,
    say: (e, p, story) => {
      const { threads, place } = poolPlace(e, story);
      return `The thread pool has ${threads} thread${threads === 1 ? '' : 's'}, this was the ` +
        `${ordinal(place)} job: it had to wait until one of them was free (UV_THREADPOOL_SIZE ` +
        'sets how many).';
    } },

  // ---- Ticks ----
  { rule: 'event-by-tick',
    when: (e) => isTick(e) && e.detail.event !== undefined,
    say: (e) => `${what(e)} is emitted by a tick of the runtime's own, and ticks run ` +
      `${e.phase === 'main' ? 'when the main script has ended' :
        'as soon as the callback at hand has returned'}, before the loop goes on.` },
  { rule: 'tick-by-tick',
    when: (e, p, story) => isTick(e) && isTick(p) && e.by === p.id &&
      waitingTimer(e, story) !== null,
    say: (e, p, story) => 'Ticks added by ticks run before anything else: ' +
      `${the(waitingTimer(e, story))} waits.` },
  { rule: 'tick-added-by-tick',
    when: (e, p) => isTick(e) && isTick(p) && e.by === p.id,
    say: () => 'It was added by the tick before it: the queue of ticks runs until it is empty.' },
  { rule: 'tick-order',
    when: (e, p) => isTick(e) && isTick(p),
    say: () => 'Ticks run in the order in which they were added.' },
  { rule: 'tick-of-module',
    when: (e, p, story) => isTick(e) && isJob(p) && samePhase(e, p) && isOfModule(e, story),
    say: () => 'The ES module that added it was itself a promise job: ticks wait until all promise ' +
      'jobs have run. Now they have.' },
  { rule: 'tick-after-jobs',
    when: (e, p) => isTick(e) && isJob(p) && samePhase(e, p),
    say: () => 'All promise jobs have run; one of them added this tick. Ticks run now, before the ' +
      'loop goes on.' },
  { rule: 'tick-before-job',
    when: (e, p, story) => isTick(e) && waitingJob(e, story) !== null,
    say: (e, p, story) => {
      const job = waitingJob(e, story);
      return `After ${the(owner(e, story))} all ticks run, and only then promise jobs: ${the(job)} ` +
        `was queued ${job.scheduled < e.scheduled ? 'before it' : 'too'}, yet it waits.`;
    } },
  { rule: 'tick-after-main',
    when: (e, p) => isTick(e) && e.phase === 'main',
    say: () => 'When the main script has ended, all ticks run, before anything else.' },
  { rule: 'tick-after-callback',
    when: (e) => isTick(e),
    say: (e, p) => `After ${samePhase(e, p) ? the(p) : 'the callback at hand'} has returned, and ` +
      'before the loop calls anything else, all ticks run.' },

  // ---- Promise jobs ----
  { rule: 'job-after-ticks',
    when: (e, p) => isJob(e) && isTick(p) && samePhase(e, p),
    say: () => 'Promise jobs wait until all ticks have run. Now they have.' },
  { rule: 'job-settled-by-io',
    when: (e, p) => isJob(e) && e.detail.what !== undefined &&
      !(samePhase(e, p) && isJob(p) && e.by === p.id),
    say: (e) => {
      const { what: call, delay } = e.detail;
      return `The promise of ${call}${delay === undefined ? '' : ` of ${count(delay)} ms`} was ` +
        `settled in the ${e.phase} phase, and what waits for it runs at once, as a promise job.`;
    } },
  { rule: 'job-added-by-job',
    when: (e, p) => isJob(e) && isJob(p) && samePhase(e, p) && e.by === p.id,
    say: () => 'It became ready in the promise job before it: the queue runs until it is empty.' },
  { rule: 'job-order',
    when: (e, p) => isJob(e) && isJob(p) && samePhase(e, p),
    say: () => 'Promise jobs run in the order in which they became ready.' },
  { rule: 'job-after-module',
    when: (e, p) => isJob(e) && samePhase(e, p) && p.kind === 'main' && p.detail.isModule === true &&
      e.detail.afterTicks !== true,
    say: (e, p, story) => {
      const tick = waitingTick(e, story);
      return 'The ES module was itself a promise job, and the queue of promise jobs runs until it ' +
        `is empty${tick === null ? '' : `: ${the(tick)} waits, though ticks come first elsewhere`}.`;
    } },
  { rule: 'job-after-own-ticks',
    when: (e, p) => isJob(e) && samePhase(e, p) && p.kind === 'main' && e.detail.afterTicks === true,
    say: () => 'The promise jobs of the ES module have run, then the ticks, of which there were only ' +
      'the runtime\'s own. One of these settled what it waited for: promise jobs run again.' },
  { rule: 'job-after-main',
    when: (e, p) => isJob(e) && e.phase === 'main',
    say: () => 'The main script has ended, and no ticks are waiting: promise jobs come next.' },
  { rule: 'job-after-callback',
    when: (e, p) => isJob(e) && samePhase(e, p),
    say: (e, p, story) => `After ${the(owner(e, story))} has returned: the ticks (there are none), ` +
      'then all promise jobs, before the loop calls anything else.' },
  { rule: 'job-settled',
    when: isJob,
    say: (e) => `What it waited for was settled in the ${e.phase} phase; promise jobs run as soon ` +
      'as the callback that settled it has returned.' },

  // ---- Immediates ----
  { rule: 'immediate-after-poll',
    when: (e, p, story) => e.kind === 'immediate' && p.phase === 'poll' && p.turn === e.turn &&
      waitingTimer(e, story) !== null,
    say: (e, p, story) => 'An immediate runs in the check phase, right after poll: before any ' +
      `timer, and so before ${the(waitingTimer(e, story))}.` },
  { rule: 'immediate-after-io',
    when: (e, p) => e.kind === 'immediate' && p.phase === 'poll' && p.turn === e.turn,
    say: () => 'An immediate runs in the check phase, right after poll.' },
  { rule: 'immediate-order',
    when: (e, p) => e.kind === 'immediate' && samePhase(e, p),
    say: () => 'Immediates of one turn run in the order in which they were set.' },
  { rule: 'immediate-next-turn',
    when: (e, p, story) => e.kind === 'immediate' && maker(e, story).phase === 'check',
    say: (e, p, story) => {
      const timer = waitingTimer(e, story);
      return 'It was set while immediates ran, and those wait for the check phase of the next turn' +
        `${timer === null ? '' : `, which comes at once: ${the(timer)} is not due yet`}.`;
    } },
  { rule: 'immediate-before-timer',
    when: (e, p, story) => e.kind === 'immediate' && waitingTimer(e, story) !== null,
    say: (e, p, story) => `When this turn entered the timers phase, ${the(waitingTimer(e, story))} ` +
      'was not due yet; the check phase, where immediates run, comes in every turn.' },
  { rule: 'immediate-after-timers',
    when: (e, p) => e.kind === 'immediate' && p.phase === 'timers' && p.turn === e.turn,
    say: () => 'Immediates run in the check phase, which comes behind timers and poll in each ' +
      'turn.' },
  { rule: 'immediate',
    when: (e) => e.kind === 'immediate',
    say: () => 'Both queues are empty, and the loop turns: immediates run in its check phase, ' +
      'behind poll, which does not wait while there is one.' },

  // ---- Timers ----
  { rule: 'timer-order-of-starting',
    when: (e, p, story) => isTimer(e) && followsTimer(e, story) &&
      e.detail.delay === owner(e, story).detail.delay,
    say: () => 'Both have the same delay: they run in the order in which they were started.' },
  { rule: 'timer-order-of-due-time',
    when: (e, p, story) => isTimer(e) && followsTimer(e, story),
    say: (e, p, story) => 'Both were due; timers run in the order in which they become due' +
      `${e.detail.delay < owner(e, story).detail.delay ? ', and this one was started later' : ''}.` },
  { rule: 'timer-after-immediate',
    when: (e, p, story) => isTimer(e) && overtakenByImmediate(e, story) !== null,
    say: (e, p, story) => {
      const immediate = overtakenByImmediate(e, story);
      return e.detail.delay === 1 ?
        `Its ${zero(e)}, and the loop had not yet reached that when it last entered timers: ` +
          `${the(immediate)} in the check phase came first.` :
        `Its ${count(e.detail.delay)} ms had not passed when the loop last entered timers: ` +
          `${the(immediate)} in the check phase came first.`;
    } },
  { rule: 'timer-first-phase',
    when: (e, p) => isTimer(e) && e.turn === 1 && e.detail.delay === 1,
    say: (e) => `Both queues are empty: the loop begins its first turn, with timers. Its ${zero(e)}${
      e.detail.asked === 1 ? ' has' : ', and that has'} passed ` +
      'since the loop\'s clock was set, before the main script ran.' },
  { rule: 'timer-again',
    when: (e) => e.kind === 'interval' && e.detail.runs > 1,
    say: (e) => `Its ${count(e.detail.delay)} ms have passed again, counted from the start of its ` +
      'last run.' },
  { rule: 'timer-due',
    when: isTimer,
    say: (e) => `Its ${zero(e)}${e.detail.delay !== 1 ? ' have' : e.detail.asked === 1 ? ' has' : ', and that has'} passed: it ` +
      'runs in the timers phase, with which each turn begins.' },

  // ---- The rest of the loop ----
  { rule: 'close-phase',
    when: (e) => e.phase === 'close',
    say: () => 'Close callbacks come last in a turn, behind the immediates of the check phase.' },
  { rule: 'poll-order',
    when: (e, p) => e.phase === 'poll' && samePhase(e, p),
    say: () => 'Both were ready in this poll phase: they run in the order in which they came in.' },
  { rule: 'poll-event',
    when: (e) => e.phase === 'poll' && e.detail.event !== undefined,
    say: (e) => `${what(e)} came in while the loop looked or waited in poll, where I/O calls ` +
      'back.' },
  { rule: 'poll-io',
    when: (e) => e.phase === 'poll',
    say: (e) => `${what(e) || 'What it waited for'} was done: its callback runs in the poll phase, ` +
      'when the loop gets there, however fast it was.' },
  { rule: 'pending',
    when: (e) => e.phase === 'pending',
    say: () => 'It was put off by an earlier turn: such callbacks run in the pending phase.' },
  { rule: 'phase',
    when: isFromLoop,
    say: (e) => `${what(e) || 'A built-in'} called back in the ${e.phase} phase.` },
  { rule: 'other',
    when: () => true,
    say: () => '' },
];

// The last immediate that was set by whoever set this timer, and ran while the timer waited: right
// before it, or at all when its delay is the shortest there is.
function overtakenByImmediate(e, { entries }) {
  return entries.findLast((other) => other.kind === 'immediate' && other.began < e.began &&
    other.began > e.scheduled && other.by === e.by &&
    (e.detail.delay === 1 || e.turn - other.turn <= 1)) ?? null;
}

const FIRST = { id: -1, kind: '', queue: '', phase: '', turn: -1, detail: {} };

// The rule that holds for an entry behind another, and its sentence. Also runs in a browser, with a
// story of { entries, byId, timers } and `at` of this entry alone: page/why.js.
function reasonOf(entry, before, story) {
  const { rule, say } = RULES.find(({ when }) => when(entry, before ?? FIRST, story));
  return { rule, text: say(entry, before ?? FIRST, story) };
}

function addReasons(story) {
  story.entries.forEach((entry, i) => {
    entry.reason = reasonOf(entry, story.entries[i - 1], story);
  });
}

module.exports = { addReasons, reasonOf };
