// B3.5: the cleared one does not run.
'use strict';
const log = console.log;

setImmediate(() => {
  log('one');
  clearImmediate(two);
});
const two = setImmediate(() => log('never'));
setImmediate(() => log('three'));
// => one
// => three
