// B3.5: the timers phase lies between two check phases.
'use strict';
const log = console.log;

setImmediate(() => {
  log('outer');
  setTimeout(() => log('timer'), 0);
  const begin = Date.now();
  while (Date.now() - begin < 5);
  setImmediate(() => log('inner'));
});
// => outer
// => timer
// => inner
