// Two long promise jobs behind one callback, which cannot be told apart: neither is given the time
// of both.
// phase: timers
// queue: a promise job
// says: gyre: the loop turns again, after \d+ ms(?:, \d+ ms of it)? of promise jobs, one of them at .*two-long-promise-jobs.js:\d+\).*
const reported = require('./shared/reported');
function spin() {
  while (Atomics.load(reported, 0) === 0) // <-- here
    continue;
}

function spinOn() {
  for (const end = performance.now() + 100; performance.now() < end;) // <-- here
    continue;
}

setTimeout(() => {
  Promise.resolve().then(spin);
  Promise.resolve().then(spinOn);
}, 1);
