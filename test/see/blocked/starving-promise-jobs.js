// Each promise job adds another.
// phase: timers
// starved by: promise jobs
let left = 3e6;
function again() {
  if (left-- > 0) // <-- here
    Promise.resolve().then(again); // <-- here
}

setTimeout(again, 1);
