// B4.4: each error lets one callback of the loop go first.
'use strict';
const log = console.log;

process.on('uncaughtException', (error) => log('caught', error.message));
setTimeout(() => {
  process.nextTick(() => { throw new Error('one'); });
  process.nextTick(() => { throw new Error('two'); });
  process.nextTick(() => log('third tick'));
}, 1);
setTimeout(() => log('second timer'), 1);
setTimeout(() => log('third timer'), 1);
const begin = Date.now();
while (Date.now() - begin < 3);
// => caught one
// => second timer
// => caught two
// => third timer
// => third tick
