// B4.3: only the reactions are jobs.
'use strict';
const log = console.log;

log('before');
new Promise((resolve) => {
  log('executor');
  resolve('value');
  log('after resolve');
}).then((value) => log('then', value));
log('after');
// => before
// => executor
// => after resolve
// => after
// => then value
