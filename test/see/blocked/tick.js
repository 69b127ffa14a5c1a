// A tick.
// phase: timers
// queue: a tick
const reported = require('./shared/reported');
function heavy() {
  while (Atomics.load(reported, 0) === 0) // <-- here
    continue;
}

setTimeout(() => process.nextTick(heavy), 5);
