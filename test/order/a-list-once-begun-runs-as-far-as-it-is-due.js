// B3.1: timers of one delay that are due run together, before those of another delay.
'use strict';
const log = console.log;

setTimeout(() => log('20 ms, started first'), 20);
setTimeout(() => log('30 ms'), 30);
let begin = Date.now();
while (Date.now() - begin < 15);
setTimeout(() => log('20 ms, started later'), 20);
begin = Date.now();
while (Date.now() - begin < 40);
// => 20 ms, started first
// => 20 ms, started later
// => 30 ms
