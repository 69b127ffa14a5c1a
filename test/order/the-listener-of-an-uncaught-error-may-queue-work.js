// B2.4: its ticks come with the others.
'use strict';
const log = console.log;

process.on('uncaughtException', (error) => {
  log('caught', error.message);
  process.nextTick(() => log('tick of the listener'));
  Promise.resolve().then(() => log('job of the listener'));
});
process.nextTick(() => { throw new Error('tick'); });
process.nextTick(() => log('next tick'));
// => caught tick
// => next tick
// => tick of the listener
// => job of the listener
