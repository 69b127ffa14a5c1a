// B2.4: the checkpoint after each callback tells of them.
'use strict';
const log = console.log;

process.on('unhandledRejection', (error) => log('unhandled', error.message));
setTimeout(() => {
  log('one');
  Promise.reject(new Error('of one'));
  process.nextTick(() => log('tick'));
}, 1);
setTimeout(() => log('two'), 1);
// => one
// => tick
// => unhandled of one
// => two
