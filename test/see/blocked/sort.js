// A large array is sorted.
// phase: timers
// what: Array.sort
const reported = require('./shared/reported');
const numbers = Array.from({ length: 4e5 }, (_, i) => String((i * 7919) % 1000003));
setTimeout(function rank() {
  while (Atomics.load(reported, 0) === 0)
    numbers.sort(); // <-- here
}, 5);
