// B4.3: jobs added by jobs run before the loop goes on.
'use strict';
const log = console.log;

setImmediate(() => log('immediate'));
queueMicrotask(() => {
  log('one');
  queueMicrotask(() => {
    log('three');
    queueMicrotask(() => log('four'));
  });
});
queueMicrotask(() => log('two'));
// => one
// => two
// => three
// => four
// => immediate
