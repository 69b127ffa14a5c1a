// Many random bytes at once.
// phase: timers
// what: crypto.randomFillSync
const { randomFillSync } = require('crypto');
const reported = require('./shared/reported');
const bytes = Buffer.alloc(64 << 20);
setTimeout(function shuffle() {
  while (Atomics.load(reported, 0) === 0)
    randomFillSync(bytes); // <-- here
}, 5);
