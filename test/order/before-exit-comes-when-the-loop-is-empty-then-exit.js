// B2.3: beforeExit, then exit.
'use strict';
const log = console.log;

process.on('exit', (code) => log('exit', code));
process.on('beforeExit', (code) => log('beforeExit', code));
setImmediate(() => log('immediate'));
// => immediate
// => beforeExit 0
// => exit 0
