// B5.2: a 1 ms timer of the main script is due in the first timers phase.
// differs from Node: there it depends on how long the start took
'use strict';
const log = console.log;

setImmediate(() => log('immediate'));
setTimeout(() => log('timeout'), 0);
// => timeout
// => immediate
