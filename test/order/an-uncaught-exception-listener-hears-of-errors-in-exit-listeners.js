// B2.4: the next exit listener is not called.
'use strict';
const log = console.log;

process.on('uncaughtException', (error) => log('caught', error.message));
process.on('exit', () => { throw new Error('exit'); });
process.on('exit', () => log('never'));
// => caught exit
