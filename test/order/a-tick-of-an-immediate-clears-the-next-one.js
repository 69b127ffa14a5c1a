// B4.1: the tick runs before the next immediate.
'use strict';
const log = console.log;

setImmediate(() => {
  log('one');
  process.nextTick(() => clearImmediate(two));
});
const two = setImmediate(() => log('never'));
setImmediate(() => log('three'));
// => one
// => three
