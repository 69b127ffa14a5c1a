// B4.4: each error is reported, in order, before the promise jobs.
'use strict';
const log = console.log;

process.on('uncaughtException', (error) => log('caught', error.message));
Promise.resolve().then(() => log('job'));
for (let i = 0; i < 3; i++)
  process.nextTick(() => { throw new Error(`number ${i}`); });
// => caught number 0
// => caught number 1
// => caught number 2
// => job
