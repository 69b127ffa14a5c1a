// Ten callbacks of every kind, each with a name and a line of its own.
const fs = require('fs');

setTimeout(function timeout() {
  process.nextTick(function tickInTimeout() {});
}, 1);

setImmediate(function immediate() {});

fs.readFile(__filename, function onRead() {
  setTimeout(function timeoutInRead() {}, 1);
  setImmediate(function immediateInRead() {});
});

Promise.resolve().then(function job() {
  process.nextTick(function tickInJob() {});
}).then(function secondJob() {});

process.nextTick(function tick() {});
