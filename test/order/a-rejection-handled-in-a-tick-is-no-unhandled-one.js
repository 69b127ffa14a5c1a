// B2.4: ticks run before rejections are told.
'use strict';
const log = console.log;

process.on('unhandledRejection', (error) => log('unhandled', error.message));
const promise = Promise.reject(new Error('no'));
process.nextTick(() => promise.catch((error) => log('handled', error.message)));
// => handled no
