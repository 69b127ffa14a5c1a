// B5.4: close() is clearTimeout().
'use strict';
const log = console.log;

const timer = setTimeout(() => log('never'), 1);
log(timer.close() === timer, timer.hasRef());
setTimeout(() => log('end'), 2);
// => true true
// => end
