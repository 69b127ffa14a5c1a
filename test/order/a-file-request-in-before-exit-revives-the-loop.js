// B2.3: an active request keeps it alive.
'use strict';
const log = console.log;

process.once('beforeExit', () => {
  log('beforeExit');
  require('fs').stat(__filename, () => log('file'));
});
process.on('exit', () => log('exit'));
// => beforeExit
// => file
// => exit
