// Ten callbacks of every kind, each with a name and a line of its own.
const fs = require('fs');

setTimeout(function timeout() {
  process.nextTick(function tickInTimeout() { console.log('tick in timeout'); });
}, 1);

setImmediate(function immediate() { console.log('immediate'); });

fs.readFile(__filename, function onRead() {
  setTimeout(function timeoutInRead() { console.log('timeout in read'); }, 1);
  setImmediate(function immediateInRead() { console.log('immediate in read'); });
});

Promise.resolve().then(function job() {
  process.nextTick(function tickInJob() { console.log('tick in job'); });
}).then(function secondJob() { console.log('second job'); });

process.nextTick(function tick() { console.log('tick'); });
console.log('main');
