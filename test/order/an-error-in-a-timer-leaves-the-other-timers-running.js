// B2.4: with a listener the loop goes on.
'use strict';
const log = console.log;

process.on('uncaughtException', (error) => log('caught', error.message));
setTimeout(() => {
  process.nextTick(() => log('its tick'));
  throw new Error('timer');
}, 1);
setTimeout(() => log('next timer'), 1);
const begin = Date.now();
while (Date.now() - begin < 3);
// => caught timer
// => next timer
// => its tick
