// A full collection of a large heap, asked for.
// flags: --blocked=50 --expose-gc
// phase: timers
// what: gc
const live = new Map();
for (let i = 0; i < 4e5; i++)
  live.set(i, { id: i, list: [i], next: { name: 'x' + i } });
setTimeout(() => {
  for (let i = 0; i < 8; i++)
    gc(); // <-- here
}, 100);
setTimeout(() => live.clear(), 200);
