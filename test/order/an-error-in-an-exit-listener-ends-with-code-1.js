// B2.4: it is reported like any other.
// exit: 1
// stderr: Error: boom
'use strict';
const log = console.log;

process.on('exit', () => {
  log('exit');
  throw new Error('boom');
});
// => exit
