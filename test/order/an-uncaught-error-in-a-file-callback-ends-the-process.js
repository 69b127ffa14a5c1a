// B2.4: its immediate does not run.
// exit: 1
// stderr: Error: boom
'use strict';
const log = console.log;

process.on('exit', (code) => log('exit', code));
require('fs').stat(__filename, () => {
  setImmediate(() => log('never'));
  throw new Error('boom');
});
// => exit 1
