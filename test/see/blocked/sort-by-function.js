// The same with a function that compares: it is what runs, and it is called by sort().
// phase: timers
const reported = require('./shared/reported');
const numbers = Array.from({ length: 2e5 }, (_, i) => (i * 7919) % 1000003);
function ascending(a, b) {
  return a - b; // <-- here
}

setTimeout(function rank() {
  while (Atomics.load(reported, 0) === 0) numbers.slice().sort(ascending); // <-- here
}, 5);
