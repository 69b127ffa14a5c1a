// B2.4: the next microtask does not run.
// exit: 1
// stderr: Error: boom
'use strict';
const log = console.log;

process.on('exit', (code) => log('exit', code));
queueMicrotask(() => { throw new Error('boom'); });
queueMicrotask(() => log('next microtask'));
setImmediate(() => log('never'));
// => exit 1
