// B2.3: process.exitCode or 0.
// exit: 3
'use strict';
const log = console.log;

process.exitCode = 3;
process.on('exit', (code) => log('exit', code));
setImmediate(() => process.exit());
// => exit 3
