// An async function that awaits objects with a then() of their own: three promise jobs for each.
// phase: timers
// starved by: promise jobs
// line: may be unknown
const reported = require('./shared/reported');
async function poll() { // <-- here
  const ready = {
    then(done) { // <-- here
      done(); // <-- here
    },
  };
  while (Atomics.load(reported, 0) === 0) // <-- here
    await ready; // <-- here
}

setTimeout(poll, 1);
