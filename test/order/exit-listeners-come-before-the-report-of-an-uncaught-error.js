// B2.4: and their code counts.
// exit: 9
// stderr: Error: boom
'use strict';
const log = console.log;

process.exitCode = 5;
process.on('exit', (code) => {
  log('exit', code, process.exitCode);
  process.exitCode = 9;
});
setImmediate(() => { throw new Error('boom'); });
// => exit 1 1
