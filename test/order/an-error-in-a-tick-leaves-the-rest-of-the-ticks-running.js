// B4.4: the error goes to uncaughtException, then the queue goes on.
'use strict';
const log = console.log;

process.on('uncaughtException', (error) => log('caught', error.message));
process.nextTick(() => { throw new Error('tick'); });
process.nextTick(() => log('next tick'));
Promise.resolve().then(() => log('job'));
// => caught tick
// => next tick
// => job
