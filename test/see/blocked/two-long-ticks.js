// Two long ticks behind one callback: neither is given the time of both, and the second is reported
// as well.
// says: gyre: the loop turns again, after \d+ ms, \d+ ms of it by spin \(two-long-ticks.js:\d+\).*
function spin() {
  const end = performance.now() + 300;
  while (performance.now() < end);
}

setTimeout(() => {
  process.nextTick(spin);
  process.nextTick(spin);
}, 1);
