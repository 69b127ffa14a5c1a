// B5.4: refresh() of one that has fired does not keep the loop alive.
'use strict';
const log = console.log;

const timer = setTimeout(() => log('fired'), 1).unref();
setTimeout(() => {
  timer.refresh();
  log('refreshed', timer.hasRef());
}, 30);
process.on('exit', () => log('exit'));
// => fired
// => refreshed false
// => exit
