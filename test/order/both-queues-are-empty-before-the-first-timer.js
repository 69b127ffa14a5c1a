// B2.1: the first turn starts only when ticks and promise jobs are drained.
'use strict';
const log = console.log;

setTimeout(() => log('timer'), 0);
process.nextTick(() => {
  log('tick');
  Promise.resolve().then(() => {
    log('job');
    process.nextTick(() => log('tick of the job'));
  });
});
// => tick
// => job
// => tick of the job
// => timer
