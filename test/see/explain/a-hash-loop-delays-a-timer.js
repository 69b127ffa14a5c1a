// A callback that computes for long makes a timer late, and is named.
const { createHash } = require('crypto');
function hash() {
  const hashing = createHash('sha256');
  for (const end = Date.now() + 400; Date.now() < end;)
    hashing.update('x');
}
setTimeout(hash, 1);
setTimeout(function wanted() {}, 100);

// => main - 1 - 0 main - main
// => timer hash 3 8 + timers - *
// => timer wanted 9 9 + timers - busy
// says: hash() (a-hash-loop-delays-a-timer.js:3) kept the loop busy for
// says: most of it at a-hash-loop-delays-a-timer.js:
// says: so this 100 ms timer ran
// says: late: the loop never interrupts a callback.
