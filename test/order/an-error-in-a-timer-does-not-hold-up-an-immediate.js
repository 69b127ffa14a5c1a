// B2.4: the rest of the list, then the phases in order.
'use strict';
const log = console.log;

process.on('uncaughtException', (error) => log('caught', error.message));
setTimeout(() => {
  setImmediate(() => log('immediate'));
  throw new Error('timer');
}, 1);
// => caught timer
// => immediate
