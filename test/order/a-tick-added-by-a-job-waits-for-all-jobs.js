// B4.1: promise jobs are drained before ticks are looked at again.
'use strict';
const log = console.log;

Promise.resolve().then(() => {
  log('job 1');
  process.nextTick(() => log('tick'));
}).then(() => log('job 3'));
Promise.resolve().then(() => log('job 2')).then(() => log('job 4'));
// => job 1
// => job 2
// => job 3
// => job 4
// => tick
