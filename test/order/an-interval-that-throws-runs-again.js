// B2.4: with a listener it stays an interval.
'use strict';
const log = console.log;

let count = 0;
process.on('uncaughtException', (error) => log('caught', error.message));
const interval = setInterval(() => {
  if (++count === 3)
    clearInterval(interval);
  throw new Error(`run ${count}`);
}, 1);
// => caught run 1
// => caught run 2
// => caught run 3
