// B5.4: ref() and unref() return the timer, hasRef() tells.
'use strict';
const log = console.log;

const timer = setTimeout(() => log('fires'), 1);
log(timer.hasRef());
log(timer.unref() === timer, timer.hasRef());
log(timer.ref().ref().hasRef());
// => true
// => true false
// => true
// => fires
