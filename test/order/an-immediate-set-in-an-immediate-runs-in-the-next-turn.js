// B3.5: the neighbours come first.
'use strict';
const log = console.log;

setImmediate(() => {
  log('one');
  setImmediate(() => log('three'));
});
setImmediate(() => log('two'));
// => one
// => two
// => three
