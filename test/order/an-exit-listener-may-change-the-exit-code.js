// B2.3: process.exitCode counts as it is at the end.
// exit: 5
'use strict';
const log = console.log;

process.on('exit', (code) => {
  log('exit', code);
  process.exitCode = 5;
});
// => exit 0
