// An async function that awaits what is there already.
// phase: timers
// starved by: promise jobs
// line: may be unknown
async function poll(n) {
  for (let i = 0; i < n; i++) // <-- here
    await null; // <-- here
}

setTimeout(poll, 1, 4e6);
