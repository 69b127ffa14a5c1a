// B2.4: beforeExit is a callback like the others.
'use strict';
const log = console.log;

process.on('uncaughtException', (error) => log('caught', error.message));
process.once('beforeExit', () => { throw new Error('boom'); });
process.on('exit', (code) => log('exit', code));
// => caught boom
// => exit 0
