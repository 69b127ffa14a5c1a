// B5.1: 1.9 is 1.
'use strict';
const log = console.log;

setTimeout(() => log('1.9'), 1.9);
setTimeout(() => log('1'), 1);
setTimeout(() => log('1.1'), 1.1);
// => 1.9
// => 1
// => 1.1
