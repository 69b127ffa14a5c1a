// B2.4: until there are none left.
'use strict';
const log = console.log;

let count = 0;
process.on('unhandledRejection', (error) => {
  log('unhandled', error.message);
  if (++count < 3)
    Promise.reject(new Error(`number ${count}`));
});
Promise.reject(new Error('number 0'));
setImmediate(() => log('immediate'));
// => unhandled number 0
// => unhandled number 1
// => unhandled number 2
// => immediate
