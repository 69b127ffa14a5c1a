// B1.1: a callback that does not return stops everything, and nothing is lost.
'use strict';
const log = console.log;

setTimeout(() => {
  const begin = Date.now();
  while (Date.now() - begin < 30);
  log('slow');
}, 1);
setTimeout(() => log('5 ms'), 5);
setTimeout(() => log('10 ms'), 10);
setTimeout(() => log('15 ms'), 15);
// => slow
// => 5 ms
// => 10 ms
// => 15 ms
