// B5.4: either clears either.
'use strict';
const log = console.log;

const a = setTimeout(() => log('never'), 1);
const b = setInterval(() => log('never'), 1);
clearInterval(a);
clearTimeout(b);
setTimeout(() => log('end'), 3);
// => end
