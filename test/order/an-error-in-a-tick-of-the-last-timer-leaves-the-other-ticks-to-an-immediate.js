// B2.4: the rest of the ticks runs behind the next callback of the loop, also when no more timers
// are due.
'use strict';
const log = console.log;

process.on('uncaughtException', (error) => log('caught', error.message));
setTimeout(() => {
  process.nextTick(() => { throw new Error('boom'); });
  process.nextTick(() => log('tick'));
  Promise.resolve().then(() => log('job'));
  setImmediate(() => log('immediate'));
}, 1);
// => caught boom
// => immediate
// => tick
// => job
