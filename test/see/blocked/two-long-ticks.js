// Two long ticks behind one callback: neither is given the time of both, and the second is reported
// as well.
// phase: timers
// queue: a tick
// reports: 2
// says: gyre: the loop turns again, after \d+ ms, \d+ ms of it by spin \(two-long-ticks.js:\d+\).*
const first = require('./shared/reported');
const second = new Uint8Array(1);
require('fs').read(0, second, 0, 1, null, () => {}); // which of the two gets the first byte is open
function spin(reports) {
  while (Atomics.load(first, 0) + Atomics.load(second, 0) < reports) // <-- here
    continue;
}

setTimeout(() => {
  process.nextTick(spin, 1);
  process.nextTick(spin, 2);
}, 1);
