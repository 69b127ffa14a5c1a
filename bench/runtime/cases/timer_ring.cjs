// A ring of 10,000 timers of twelve delays: each operation clears the oldest and starts another.
const { measureSync } = require('./lib.cjs');
const SIZE = 10000;
const DELAYS = [100, 250, 500, 1000, 1500, 2000, 5000, 10000, 15000, 30000, 60000, 120000];
const nothing = () => {};
const ring = [];
let seed = 1;
const delay = () => {
  seed = (seed * 1103515245 + 12345) & 0x7fffffff;
  return DELAYS[(seed >> 8) % DELAYS.length];
};
for (let i = 0; i < SIZE; i++)
  ring[i] = setTimeout(nothing, delay());
measureSync(1000000, (n) => {
  for (let i = 0; i < n; i++) {
    const at = i % SIZE;
    clearTimeout(ring[at]);
    ring[at] = setTimeout(nothing, delay());
  }
});
