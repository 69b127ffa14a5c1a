// B2.1: the first turn starts only when ticks and promise jobs are drained.
'use strict';
const log = console.log;

setImmediate(() => log('immediate'));
Promise.resolve().then(() => {
  log('job');
  process.nextTick(() => {
    log('tick');
    queueMicrotask(() => log('job of the tick'));
  });
});
// => job
// => tick
// => job of the tick
// => immediate
