// B4.1: tick, job, then the next turn.
'use strict';
const log = console.log;

setImmediate(() => {
  setImmediate(() => log('immediate'));
  Promise.resolve().then(() => log('job'));
  process.nextTick(() => log('tick'));
  log('callback');
});
// => callback
// => tick
// => job
// => immediate
