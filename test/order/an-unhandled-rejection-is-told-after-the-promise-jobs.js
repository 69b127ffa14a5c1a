// B2.4: so a handler added by a later job is in time.
'use strict';
const log = console.log;

process.on('unhandledRejection', (error) => log('unhandled', error.message));
Promise.reject(new Error('no'));
const later = Promise.reject(new Error('late'));
Promise.resolve().then(() => {
  log('job');
  later.catch((error) => log('handled', error.message));
});
process.nextTick(() => log('tick'));
// => tick
// => job
// => handled late
// => unhandled no
