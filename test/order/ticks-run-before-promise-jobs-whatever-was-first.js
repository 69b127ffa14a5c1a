// B4.1: all ticks run before the first promise job.
'use strict';
const log = console.log;

Promise.resolve().then(() => log('job 1'));
process.nextTick(() => log('tick 1'));
Promise.resolve().then(() => log('job 2'));
process.nextTick(() => log('tick 2'));
// => tick 1
// => tick 2
// => job 1
// => job 2
