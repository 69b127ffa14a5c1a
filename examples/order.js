// Run: gyre examples/order.js
// Shows: the order of the queues. The main script, then ticks, promise jobs, timers; a file's
// callback in the poll phase, its tick and promise job right behind it, its immediate in the check
// phase of the same turn.
const fs = require('fs');

const say = (what) => console.log(what);

say('1  main script, first line');
setTimeout(say, 0, '5  timers phase: a timeout of 0 ms');
process.nextTick(say, '3  tick: before the loop starts');
Promise.resolve('4  promise job: after all ticks').then(say);
fs.readFile(__filename, () => {
  say('6  poll phase: the file was read');
  setTimeout(say, 0, '10 timers phase, a turn later');
  setImmediate(say, '9  check phase of the same turn');
  process.nextTick(say, '7  tick: right after this callback');
  Promise.resolve('8  promise job: after that tick').then(say);
});
say('2  main script, last line');
