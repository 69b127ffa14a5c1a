// B2.4: not an uncaught exception.
'use strict';
const log = console.log;

process.on('uncaughtException', (error, origin) => log('exception', error.message, origin));
process.on('unhandledRejection', (error) => log('rejection', error.message));
setTimeout(async () => { throw new Error('async'); }, 1);
setTimeout(() => { throw new Error('sync'); }, 1);
// => rejection async
// => exception sync uncaughtException
