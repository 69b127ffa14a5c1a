// Nobody wakes the main thread.
// phase: timers
// what: Atomics.wait
const cell = new Int32Array(new SharedArrayBuffer(4));
function sleep(ms) {
  Atomics.wait(cell, 0, 0, ms); // <-- here
}

setTimeout(() => sleep(400), 5);
