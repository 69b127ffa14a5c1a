// B3.1: what counts is when its first living timer is due.
// differs from Node: there the cleared timer still gives its list an earlier turn
'use strict';
const log = console.log;

const early = setTimeout(() => log('never'), 20);
setTimeout(() => log('first'), 30);
let begin = Date.now();
while (Date.now() - begin < 25);
setTimeout(() => log('second'), 20);
clearTimeout(early);
begin = Date.now();
while (Date.now() - begin < 40);
// => first
// => second
