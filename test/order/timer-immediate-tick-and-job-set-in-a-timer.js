// B4.1: tick, job, immediate, timer.
'use strict';
const log = console.log;

setTimeout(() => {
  setTimeout(() => log('timer'), 0);
  setImmediate(() => log('immediate'));
  Promise.resolve().then(() => log('job'));
  process.nextTick(() => log('tick'));
  log('callback');
}, 1);
// => callback
// => tick
// => job
// => immediate
// => timer
