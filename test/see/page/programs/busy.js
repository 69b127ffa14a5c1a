// A bit of everything: timers, files, passwords that fill the pool, and one long callback.
const fs = require('fs');
const crypto = require('crypto');

function spin(ms) {
  const end = Date.now() + ms;
  while (Date.now() < end);
}

setInterval(function heartbeat() {
  process.nextTick(function afterBeat() {});
  Promise.resolve().then(function beatJob() {});
}, 40);

setTimeout(function hash() { spin(400); }, 1500);

setInterval(function readFiles() {
  for (let i = 0; i < 3; i++) {
    fs.readFile(__filename, function onFile() {
      setImmediate(function parse() { spin(4); });
    });
  }
}, 150);

setInterval(function checkPasswords() {
  for (let i = 0; i < 6; i++)
    crypto.pbkdf2('secret', 'salt', 100000, 32, 'sha256', function onHash() {});
}, 1200);
