// B2.4: after the ticks and jobs, before the first turn.
// exit: 1
// stderr: Error: boom
'use strict';
const log = console.log;

process.on('exit', (code) => log('exit', code));
Promise.reject(new Error('boom'));
process.nextTick(() => log('tick'));
Promise.resolve().then(() => log('job'));
setImmediate(() => log('never'));
// => tick
// => job
// => exit 1
