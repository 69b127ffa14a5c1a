// B5.4: the timer has fired already.
'use strict';
const log = console.log;

const timer = setTimeout(() => {
  log('fires');
  clearTimeout(timer);
  clearTimeout(timer);
}, 1);
setTimeout(() => log('next'), 1);
// => fires
// => next
