// B2.3: beforeExit that sets only what is unreferenced is followed by exit.
'use strict';
const log = console.log;

process.on('beforeExit', () => {
  log('beforeExit');
  setTimeout(() => log('never'), 1).unref();
});
process.on('exit', () => log('exit'));
// => beforeExit
// => exit
