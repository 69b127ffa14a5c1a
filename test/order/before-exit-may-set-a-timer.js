// B2.3: a timer revives the loop too.
'use strict';
const log = console.log;

process.once('beforeExit', () => {
  log('beforeExit');
  setTimeout(() => log('timer'), 1);
});
process.on('exit', () => log('exit'));
// => beforeExit
// => timer
// => exit
