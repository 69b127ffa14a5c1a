// B2.3: its immediate does not run.
'use strict';
const log = console.log;

process.on('exit', (code) => log('exit', code));
require('fs').stat(__filename, () => {
  setImmediate(() => log('never'));
  log('file');
  process.exit();
});
// => file
// => exit 0
