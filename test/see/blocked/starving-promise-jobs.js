// Each promise job adds another.
// phase: timers
// starved by: promise jobs
const reported = require('./shared/reported');
function again() {
  if (Atomics.load(reported, 0) === 0) // <-- here
    Promise.resolve().then(again); // <-- here
}

setTimeout(again, 1);
