// B6.4: a loop that waits for the clock to move on, and for the report.
// phase: timers
const reported = require('./shared/reported');
function wait(ms) {
  const end = Date.now() + ms;
  while (Date.now() < end || Atomics.load(reported, 0) === 0) // <-- here
    continue;
}

setTimeout(() => wait(60), 5);
