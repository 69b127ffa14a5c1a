// B3.5: check of this turn takes it.
'use strict';
const log = console.log;

setTimeout(() => {
  process.nextTick(() => setImmediate(() => log('immediate')));
  setTimeout(() => log('timer'), 0);
}, 1);
// => immediate
// => timer
