// B2.4: in the order they were added.
'use strict';
const log = console.log;

process.on('uncaughtException', () => log('one'));
process.on('uncaughtException', () => log('two'));
setTimeout(() => { throw new Error('boom'); }, 1);
// => one
// => two
