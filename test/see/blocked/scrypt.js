// The same with scrypt.
// phase: timers
// what: crypto.scryptSync
const { scryptSync } = require('crypto');
const reported = require('./shared/reported');
setTimeout(function login() {
  while (Atomics.load(reported, 0) === 0)
    scryptSync('secret', 'salt', 64, { N: 32768, maxmem: 1e8 }); // <-- here
}, 5);
