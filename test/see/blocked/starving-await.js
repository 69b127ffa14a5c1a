// An async function that awaits what is there already.
// phase: timers
// starved by: promise jobs
// line: may be unknown
const reported = require('./shared/reported');
async function poll() {
  while (Atomics.load(reported, 0) === 0) // <-- here
    await null; // <-- here
}

setTimeout(poll, 1);
