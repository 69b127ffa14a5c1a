// B2.4: and the ticks they add, before the next timer.
'use strict';
const log = console.log;

process.on('uncaughtException', (error) => log('caught', error.message));
setTimeout(() => {
  queueMicrotask(() => {
    process.nextTick(() => log('tick'));
    throw new Error('microtask');
  });
  queueMicrotask(() => log('next microtask'));
}, 1);
setTimeout(() => log('next timer'), 1);
const begin = Date.now();
while (Date.now() - begin < 3);
// => caught microtask
// => next microtask
// => tick
// => next timer
