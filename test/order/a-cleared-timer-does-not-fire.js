// B5.4: clearTimeout() with the object, the number, the number as a text.
'use strict';
const log = console.log;

const a = setTimeout(() => log('never'), 1);
const b = setTimeout(() => log('never'), 1);
const c = setTimeout(() => log('never'), 1);
clearTimeout(a);
clearTimeout(+b);
clearTimeout(`${+c}`);
setTimeout(() => log('end'), 2);
// => end
