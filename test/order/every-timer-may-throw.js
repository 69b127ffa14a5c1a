// B2.4: each error is reported, in order.
'use strict';
const log = console.log;

process.on('uncaughtException', (error) => log('caught', error.message));
for (let i = 0; i < 3; i++)
  setTimeout(() => { throw new Error(`number ${i}`); }, 1);
// => caught number 0
// => caught number 1
// => caught number 2
