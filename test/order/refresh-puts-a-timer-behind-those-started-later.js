// B5.4: refresh() counts the delay from now.
'use strict';
const log = console.log;

const a = setTimeout(() => log('a'), 5);
setTimeout(() => log('b'), 5);
setTimeout(() => log('c'), 5);
log(a.refresh() === a);
// => true
// => b
// => c
// => a
