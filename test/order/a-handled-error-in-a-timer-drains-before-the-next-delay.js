// B2.4: the next timer of the same delay comes first, one of another delay after the ticks.
'use strict';
const log = console.log;

process.on('uncaughtException', (error) => log('caught', error.message));
setTimeout(() => {
  process.nextTick(() => log('tick'));
  throw new Error('timer');
}, 2);
setTimeout(() => log('same delay'), 2);
setTimeout(() => {
  process.nextTick(() => log('tick 2'));
  throw new Error('timer 2');
}, 3);
setTimeout(() => log('other delay'), 4);
const begin = Date.now();
while (Date.now() - begin < 12);
// => caught timer
// => same delay
// => tick
// => caught timer 2
// => tick 2
// => other delay
