// B4.1: the queues call nothing that a program can replace.
// differs from Node: which of timer and immediate of the main script is first is not promised there
'use strict';
const log = console.log;

Array.prototype.push = Array.prototype.shift = () => log('push or shift called');
process.nextTick((a) => log('tick', a), 1);
setTimeout((a) => log('timer', a), 0, 2);
setImmediate(() => {
  Promise.prototype.then = () => log('then called');
  process.nextTick(() => log('tick in immediate'));
  setImmediate((a) => log('immediate', a), 3);
});
// => tick 1
// => timer 2
// => tick in immediate
// => immediate 3
