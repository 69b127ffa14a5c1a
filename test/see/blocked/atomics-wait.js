// Nobody wakes the main thread.
// phase: timers
// what: Atomics.wait
const reported = require('./shared/reported');
const cell = new Int32Array(new SharedArrayBuffer(4));
function sleep(ms) {
  Atomics.wait(cell, 0, 0, ms); // <-- here
}

setTimeout(() => {
  while (Atomics.load(reported, 0) === 0)
    sleep(100);
}, 5);
