// Many random bytes at once.
// phase: timers
// what: crypto.randomFillSync
const { randomFillSync } = require('crypto');
const bytes = Buffer.alloc(64 << 20);
setTimeout(function shuffle() {
  for (let i = 0; i < 3; i++)
    randomFillSync(bytes); // <-- here
}, 300);
