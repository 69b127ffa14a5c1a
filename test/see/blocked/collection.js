// A full collection of a large heap, asked for.
// flags: --blocked=50 --expose-gc
// phase: timers
// what: gc
const reported = require('./shared/reported');
const live = new Map();
for (let i = 0; i < 4e5; i++)
  live.set(i, { id: i, list: [i], next: { name: 'x' + i } });
setTimeout(() => {
  // Hardly ever between two of them: on a busy machine the loop's own line was once named.
  while (Atomics.load(reported, 0) === 0) {
    gc(); // <-- here
    gc(); // <-- here
    gc(); // <-- here
    gc(); // <-- here
    gc(); // <-- here
    gc(); // <-- here
  }
  live.clear();
}, 100);
