// A large array is sorted.
// phase: timers
// what: Array.sort
const numbers = Array.from({ length: 8e5 }, (_, i) => String((i * 7919) % 1000003));
setTimeout(function rank() {
  numbers.sort(); // <-- here
}, 400);
