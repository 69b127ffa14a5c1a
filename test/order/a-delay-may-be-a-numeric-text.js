// B5.1: '1' is 1, true is 1.
'use strict';
const log = console.log;

setTimeout(() => log('20'), '20');
setTimeout(() => log('true'), true);
setTimeout(() => log("'1'"), '1');
// => true
// => '1'
// => 20
