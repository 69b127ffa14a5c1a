// A password is hashed at once.
// phase: check
// what: crypto.pbkdf2Sync
const { pbkdf2Sync } = require('crypto');
setImmediate(function login() {
  pbkdf2Sync('secret', 'salt', 6e5, 64, 'sha512'); // <-- here
});
