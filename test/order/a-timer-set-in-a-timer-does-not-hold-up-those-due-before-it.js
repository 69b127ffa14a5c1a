// B3.1: the loop's timer is set to the earliest, whatever was set last.
// Virtual time allows delays so far apart that a pause does not change the order.
'use strict';
const log = console.log;

setTimeout(() => setTimeout(() => log('second'), 3000), 1);
setTimeout(() => setTimeout(() => log('first'), 10), 1000);
// flags: --virtual-time
// => first
// => second
