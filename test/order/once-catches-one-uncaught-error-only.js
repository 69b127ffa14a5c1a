// B2.4: the second is fatal.
// exit: 1
// stderr: Error: second
'use strict';
const log = console.log;

process.once('uncaughtException', (error) => log('caught', error.message));
setImmediate(() => { throw new Error('first'); });
setImmediate(() => { throw new Error('second'); });
setImmediate(() => log('never'));
// => caught first
