// B3.1: the neighbour does not run although it was due.
'use strict';
const log = console.log;

setTimeout(() => {
  log('first');
  clearTimeout(second);
}, 1);
const second = setTimeout(() => log('never'), 1);
setTimeout(() => log('third'), 1);
// => first
// => third
