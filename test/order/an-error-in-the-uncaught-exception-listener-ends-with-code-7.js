// B2.4: the listener itself failed.
// exit: 7
// stderr: Error: worse
'use strict';
const log = console.log;

process.on('exit', (code) => log('exit', code));
process.on('uncaughtException', () => { throw new Error('worse'); });
setImmediate(() => { throw new Error('boom'); });
