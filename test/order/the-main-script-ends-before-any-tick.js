// B2.1: the main script runs to its end, then the ticks, then the promise jobs.
'use strict';
const log = console.log;

process.nextTick(() => log('tick'));
Promise.resolve().then(() => log('job'));
log('main ends');
// => main ends
// => tick
// => job
