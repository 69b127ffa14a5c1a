// B3.5: the list of this turn was closed when the phase began.
'use strict';
const log = console.log;

setImmediate(() => {
  log('one');
  process.nextTick(() => {
    log('tick');
    setImmediate(() => log('three'));
  });
});
setImmediate(() => log('two'));
// => one
// => tick
// => two
// => three
