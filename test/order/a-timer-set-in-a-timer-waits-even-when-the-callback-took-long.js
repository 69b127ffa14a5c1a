// B5.2: its delay counts from when it was set, so it is not due in this phase.
'use strict';
const log = console.log;

setTimeout(() => {
  log('outer');
  const begin = Date.now();
  while (Date.now() - begin < 5);
  setTimeout(() => log('inner'), 1);
  setImmediate(() => log('immediate'));
}, 1);
setTimeout(() => log('neighbour'), 1);
const started = Date.now();
while (Date.now() - started < 3);
// => outer
// => neighbour
// => immediate
// => inner
