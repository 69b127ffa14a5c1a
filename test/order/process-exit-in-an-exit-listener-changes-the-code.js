// B2.3: the other listeners are not called again.
// exit: 9
'use strict';
const log = console.log;

process.on('exit', (code) => {
  log('one', code);
  process.exit(9);
});
process.on('exit', (code) => log('two', code));
process.exitCode = 1;
// => one 1
