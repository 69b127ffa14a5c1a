// B2.4: neither the next tick nor the jobs run.
// exit: 1
// stderr: Error: boom
'use strict';
const log = console.log;

process.on('exit', (code) => log('exit', code));
process.nextTick(() => { throw new Error('boom'); });
process.nextTick(() => log('never'));
Promise.resolve().then(() => log('never'));
// => exit 1
