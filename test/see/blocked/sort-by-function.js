// The same with a function that compares: it is what runs, and it is called by sort().
// phase: timers
const numbers = Array.from({ length: 2e6 }, (_, i) => (i * 7919) % 1000003);
function ascending(a, b) {
  return a - b; // <-- here
}

setTimeout(function rank() {
  numbers.sort(ascending); // <-- here
}, 400);
