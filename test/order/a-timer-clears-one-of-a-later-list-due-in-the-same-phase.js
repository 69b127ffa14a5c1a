// B3.1: also when the two have different delays.
'use strict';
const log = console.log;

setTimeout(() => {
  log('first');
  clearTimeout(second);
}, 1);
const second = setTimeout(() => log('never'), 2);
setTimeout(() => log('third'), 3);
const begin = Date.now();
while (Date.now() - begin < 10);
// => first
// => third
