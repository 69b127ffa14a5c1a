// B4.4: the rest of the queue runs behind the next callback of the loop.
'use strict';
const log = console.log;

process.on('uncaughtException', (error) => log('caught', error.message));
setImmediate(() => log('immediate'));
process.nextTick(() => { throw new Error('tick'); });
process.nextTick(() => log('next tick'));
Promise.resolve().then(() => log('job'));
// => caught tick
// => immediate
// => next tick
// => job
