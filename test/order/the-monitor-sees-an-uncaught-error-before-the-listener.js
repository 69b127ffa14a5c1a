// B2.4: uncaughtExceptionMonitor changes nothing.
'use strict';
const log = console.log;

process.on('uncaughtExceptionMonitor', (error, origin) => log('monitor', error.message, origin));
process.on('uncaughtException', (error, origin) => log('listener', error.message, origin));
setImmediate(() => { throw new Error('boom'); });
setImmediate(() => log('next'));
// => monitor boom uncaughtException
// => listener boom uncaughtException
// => next
