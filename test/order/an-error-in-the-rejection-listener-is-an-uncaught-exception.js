// B2.4: it goes the way of any other.
'use strict';
const log = console.log;

process.on('uncaughtException', (error, origin) => log(error.message, origin));
process.on('unhandledRejection', () => { throw new Error('listener'); });
Promise.reject(new Error('no'));
setImmediate(() => log('immediate'));
// => listener uncaughtException
// => immediate
