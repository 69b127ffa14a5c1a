// B2.3: with its code.
// exit: 6
'use strict';
const log = console.log;

process.on('beforeExit', () => process.exit(6));
process.on('exit', (code) => log('exit', code));
// => exit 6
