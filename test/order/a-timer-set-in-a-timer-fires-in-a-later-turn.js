// B3.1: an immediate comes between.
'use strict';
const log = console.log;

setTimeout(() => {
  log('outer');
  setTimeout(() => log('inner'), 0);
  setImmediate(() => log('immediate'));
}, 0);
// => outer
// => immediate
// => inner
