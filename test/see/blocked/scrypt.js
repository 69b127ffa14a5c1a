// The same with scrypt.
// phase: timers
// what: crypto.scryptSync
const { scryptSync } = require('crypto');
setTimeout(function login() {
  for (let i = 0; i < 6; i++)
    scryptSync('secret', 'salt', 64, { N: 32768, maxmem: 1e8 }); // <-- here
}, 5);
