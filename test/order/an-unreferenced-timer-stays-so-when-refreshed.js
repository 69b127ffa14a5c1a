// B5.4: refresh() of one that has fired does not keep the loop alive.
// The delay is long, so that it does not pass between refresh() and the end of the loop.
'use strict';
const log = console.log;

const timer = setTimeout(() => log('fired'), 2000).unref();
setTimeout(() => {
  timer.refresh();
  log('refreshed', timer.hasRef());
}, 3000);
process.on('exit', () => log('exit'));
// flags: --virtual-time
// => fired
// => refreshed false
// => exit
