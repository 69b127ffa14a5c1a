// B2.4: queueMicrotask() makes no promise.
'use strict';
const log = console.log;

process.on('uncaughtException', (error, origin) => log('caught', error.message, origin));
queueMicrotask(() => { throw new Error('microtask'); });
queueMicrotask(() => log('next microtask'));
process.nextTick(() => log('tick'));
// => tick
// => caught microtask uncaughtException
// => next microtask
