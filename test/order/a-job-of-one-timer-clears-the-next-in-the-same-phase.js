// B4.1: promise jobs run before the next timer is looked at.
'use strict';
const log = console.log;

setTimeout(() => {
  log('first');
  Promise.resolve().then(() => clearTimeout(second));
}, 1);
const second = setTimeout(() => log('never'), 1);
// => first
