// B2.3: the exit code is process.exitCode.
// exit: 3
'use strict';
const log = console.log;

process.on('exit', (code) => log('one', code));
process.on('exit', (code) => log('two', code, process.exitCode));
process.exitCode = 3;
// => one 3
// => two 3 3
