const fs = require('fs');
const crypto = require('crypto');
setTimeout(function later() {
  process.nextTick(function tick() {});
  Promise.resolve().then(function job() {});
}, 5);
fs.readFile(__filename, function read() {
  setImmediate(function afterRead() {});
});
for (let i = 0; i < 5; i++)
  crypto.pbkdf2('secret', 'salt', 5000, 64, 'sha512', function hashed() {});
