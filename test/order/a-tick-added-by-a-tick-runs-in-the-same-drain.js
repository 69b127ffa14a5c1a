// B4.2: what a tick adds runs before the promise jobs.
'use strict';
const log = console.log;

Promise.resolve().then(() => log('job'));
process.nextTick(() => {
  log('tick 1');
  process.nextTick(() => {
    log('tick 3');
    process.nextTick(() => log('tick 4'));
  });
});
process.nextTick(() => log('tick 2'));
// => tick 1
// => tick 2
// => tick 3
// => tick 4
// => job
