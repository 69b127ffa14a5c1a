// B2.4: the ticks run in order when the list is done, before the timers of the next turn.
'use strict';
const log = console.log;

process.on('uncaughtException', (error) => log('caught', error.message));
setImmediate(() => {
  process.nextTick(() => log('tick of one'));
  throw new Error('one');
});
setImmediate(() => {
  process.nextTick(() => log('tick of two'));
  setTimeout(() => log('timer'), 1);
  const begin = Date.now();
  while (Date.now() - begin < 5);
  throw new Error('two');
});
// => caught one
// => caught two
// => tick of one
// => tick of two
// => timer
