// B3.5: check comes before the next timers phase.
'use strict';
const log = console.log;

setTimeout(() => {
  setTimeout(() => log('timer'), 0);
  setImmediate(() => log('immediate'));
}, 1);
// => immediate
// => timer
