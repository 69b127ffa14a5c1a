// B3.5: it has run already.
'use strict';
const log = console.log;

const one = setImmediate(() => {
  log('one');
  clearImmediate(one);
});
setImmediate(() => log('two'));
// => one
// => two
