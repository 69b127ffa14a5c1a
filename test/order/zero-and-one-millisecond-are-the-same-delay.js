// B5.1: setTimeout(f, 0) is 1 ms.
'use strict';
const log = console.log;

setTimeout(() => log('one'), 1);
setTimeout(() => log('zero'), 0);
setTimeout(() => log('none'));
setTimeout(() => log('one again'), 1);
// => one
// => zero
// => none
// => one again
