// B2.4: beforeExit is a callback like the others: when it throws, what it has queued waits for the
// next one.
'use strict';
const log = console.log;

process.on('uncaughtException', (error) => log('caught', error.message));
process.once('beforeExit', () => {
  Promise.resolve().then(() => log('job'));
  process.nextTick(() => log('tick'));
  setImmediate(() => log('one'));
  setImmediate(() => log('two'));
  throw new Error('boom');
});
// => caught boom
// => one
// => tick
// => job
// => two
