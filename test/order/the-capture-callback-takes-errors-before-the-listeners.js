// B2.4: setUncaughtExceptionCaptureCallback.
'use strict';
const log = console.log;

process.on('uncaughtException', () => log('never'));
process.setUncaughtExceptionCaptureCallback((error) => log('captured', error.message));
process.nextTick(() => { throw new Error('tick'); });
setImmediate(() => { throw new Error('immediate'); });
// => captured tick
// => captured immediate
