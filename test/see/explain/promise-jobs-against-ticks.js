// Ticks, then jobs; a tick added by a job waits for all jobs, a job added by a tick for all ticks.
Promise.resolve().then(function job1() {
  process.nextTick(function tick3() {});
}).then(function job2() {});
process.nextTick(function tick1() {
  queueMicrotask(function job3() {});
});
process.nextTick(function tick2() {});

// => main - 1 - 0 main - main
// => tick tick1 5 5 0 main ticks tick-before-job
// => tick tick2 8 8 0 main ticks tick-order
// => promise job1 2 2 0 main promises job-after-ticks
// => microtask job3 6 6 0 main promises job-order
// => promise job2 4 4 0 main promises job-order
// => tick tick3 3 3 0 main ticks tick-after-jobs
// says: Ticks run in the order in which they were added.
// says: Promise jobs run when all ticks have run.
// says: All promise jobs have run, and one of them added this tick.
