// B4.1: the same rule inside a callback of the loop.
'use strict';
const log = console.log;

setImmediate(() => {
  log('immediate');
  Promise.resolve().then(() => {
    log('job 1');
    process.nextTick(() => log('tick 3'));
    Promise.resolve().then(() => log('job 3'));
  });
  process.nextTick(() => {
    log('tick 1');
    Promise.resolve().then(() => log('job 2'));
    process.nextTick(() => log('tick 2'));
  });
});
setImmediate(() => log('next immediate'));
// => immediate
// => tick 1
// => tick 2
// => job 1
// => job 2
// => job 3
// => tick 3
// => next immediate
