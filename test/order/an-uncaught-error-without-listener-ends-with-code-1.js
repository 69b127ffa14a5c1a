// B2.4: nothing queued runs any more, 'exit' is emitted.
// exit: 1
// stderr: Error: boom
'use strict';
const log = console.log;

process.on('exit', (code) => log('exit', code));
process.nextTick(() => log('never'));
setImmediate(() => log('never'));
throw new Error('boom');
// => exit 1
