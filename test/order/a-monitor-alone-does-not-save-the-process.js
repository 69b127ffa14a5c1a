// B2.4: the error is still fatal.
// exit: 1
// stderr: Error: boom
'use strict';
const log = console.log;

process.on('uncaughtExceptionMonitor', (error) => log('monitor', error.message));
setImmediate(() => { throw new Error('boom'); });
setImmediate(() => log('never'));
// => monitor boom
