// B3.1: the timer that is due first is looked at first.
'use strict';
const log = console.log;

setTimeout(() => log('120'), 120);
setTimeout(() => log('40'), 40);
setTimeout(() => log('80'), 80);
setTimeout(() => log('1'), 1);
// => 1
// => 40
// => 80
// => 120
