// B4.1: ticks are drained before promise jobs run.
'use strict';
const log = console.log;

process.nextTick(() => {
  log('tick 1');
  Promise.resolve().then(() => log('job'));
  process.nextTick(() => log('tick 3'));
});
process.nextTick(() => log('tick 2'));
// => tick 1
// => tick 2
// => tick 3
// => job
