// An async function that awaits objects with a then() of their own: three promise jobs for each.
// phase: timers
// starved by: promise jobs
// line: may be unknown
async function poll(n) { // <-- here
  const ready = {
    then(done) { // <-- here
      done(); // <-- here
    },
  };
  for (let i = 0; i < n; i++) // <-- here
    await ready; // <-- here
}

setTimeout(poll, 1, 1e6);
