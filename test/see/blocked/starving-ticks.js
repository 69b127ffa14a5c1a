// Each tick adds another: the timer must wait.
// phase: main
// starved by: ticks
const reported = require('./shared/reported');
function again() {
  if (Atomics.load(reported, 0) === 0) // <-- here
    process.nextTick(again); // <-- here
}

setTimeout(() => {}, 1);
again();
