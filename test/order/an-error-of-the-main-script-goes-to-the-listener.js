// B2.4: what was queued before still runs.
'use strict';
const log = console.log;

process.on('uncaughtException', (error) => log('caught', error.message));
process.nextTick(() => log('tick'));
Promise.resolve().then(() => log('job'));
setImmediate(() => log('immediate'));
throw new Error('main');
// => caught main
// => tick
// => job
// => immediate
