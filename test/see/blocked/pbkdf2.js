// A password is hashed at once.
// phase: check
// what: crypto.pbkdf2Sync
const { pbkdf2Sync } = require('crypto');
const reported = require('./shared/reported');
setImmediate(function login() {
  while (Atomics.load(reported, 0) === 0)
    pbkdf2Sync('secret', 'salt', 2e5, 64, 'sha512'); // <-- here
});
