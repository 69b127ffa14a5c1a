// B4.1: before the loop goes on.
'use strict';
const log = console.log;

process.on('unhandledRejection', () => {
  log('unhandled');
  process.nextTick(() => log('tick'));
  Promise.resolve().then(() => log('job'));
});
setImmediate(() => Promise.reject(new Error('no')));
setImmediate(() => log('next immediate'));
// => unhandled
// => tick
// => job
// => next immediate
