// B3.1: the timer that is due first is looked at first.
// Each delay counts from its own setTimeout(). Virtual time allows delays so far apart that a
// pause between two of these calls does not change the order.
'use strict';
const log = console.log;

setTimeout(() => log('3000'), 3000);
setTimeout(() => log('1000'), 1000);
setTimeout(() => log('2000'), 2000);
setTimeout(() => log('1'), 1);
// flags: --virtual-time
// => 1
// => 1000
// => 2000
// => 3000
