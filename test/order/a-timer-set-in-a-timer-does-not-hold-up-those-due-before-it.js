// B3.1: the loop's timer is set to the earliest, whatever was set last.
'use strict';
const log = console.log;

setTimeout(() => setTimeout(() => log('second'), 120), 1);
setTimeout(() => setTimeout(() => log('first'), 10), 30);
// => first
// => second
