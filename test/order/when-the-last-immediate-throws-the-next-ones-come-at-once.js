// B2.4: immediates set by a list whose last one throws run in the same check phase, before the
// timers.
'use strict';
const log = console.log;

process.on('uncaughtException', (error) => log('caught', error.message));
setImmediate(() => {
  setTimeout(() => log('timer'), 1);
  const begin = Date.now();
  while (Date.now() - begin < 5);
  setImmediate(() => log('next one'));
  setImmediate(() => log('next two'));
  throw new Error('last');
});
// => caught last
// => next one
// => next two
// => timer
