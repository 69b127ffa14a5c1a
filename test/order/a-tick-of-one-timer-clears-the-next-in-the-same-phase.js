// B4.1: the tick runs before the next timer is looked at.
'use strict';
const log = console.log;

setTimeout(() => {
  log('first');
  process.nextTick(() => clearTimeout(second));
}, 1);
const second = setTimeout(() => log('never'), 1);
setTimeout(() => log('third'), 1);
// => first
// => third
