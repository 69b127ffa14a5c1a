// B2.4: both queues are drained first.
'use strict';
const log = console.log;

process.on('unhandledRejection', (error) => log('unhandled', error.message));
const promise = Promise.reject(new Error('no'));
Promise.resolve().then(() => process.nextTick(() => promise.catch(() => log('handled'))));
// => handled
