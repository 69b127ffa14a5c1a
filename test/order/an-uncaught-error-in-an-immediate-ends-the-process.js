// B2.4: the next immediate does not run.
// exit: 1
// stderr: Error: boom
'use strict';
const log = console.log;

process.on('exit', (code) => log('exit', code));
setImmediate(() => { throw new Error('boom'); });
setImmediate(() => log('never'));
// => exit 1
