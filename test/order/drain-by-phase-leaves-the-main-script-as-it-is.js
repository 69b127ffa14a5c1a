// B4.5: ticks and jobs of the main script run before the first turn.
// flags: --queue-drain=phase
'use strict';
const log = console.log;

setImmediate(() => log('immediate'));
Promise.resolve().then(() => log('job'));
process.nextTick(() => log('tick'));
log('main');
// => main
// => tick
// => job
// => immediate
