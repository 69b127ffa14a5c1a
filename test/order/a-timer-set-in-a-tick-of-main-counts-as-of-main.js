// B5.2: the queues behind the main script run before the loop's clock is read again.
// differs from Node: there it depends on how long the start took
'use strict';
const log = console.log;

setImmediate(() => log('immediate'));
process.nextTick(() => setTimeout(() => log('timer of a tick'), 0));
Promise.resolve().then(() => setTimeout(() => log('timer of a job'), 0));
// => timer of a tick
// => timer of a job
// => immediate
