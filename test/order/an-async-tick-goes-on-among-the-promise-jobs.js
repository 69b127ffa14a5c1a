// B4.1: the part behind await is a promise job, not a tick.
'use strict';
const log = console.log;

process.nextTick(async () => {
  log('tick 1');
  await null;
  log('behind await');
});
process.nextTick(() => log('tick 2'));
Promise.resolve().then(() => log('job'));
// => tick 1
// => tick 2
// => job
// => behind await
