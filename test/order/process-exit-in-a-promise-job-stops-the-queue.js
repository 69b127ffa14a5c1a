// B2.3: neither the next job nor the loop runs.
// exit: 2
'use strict';
const log = console.log;

process.on('exit', (code) => log('exit', code));
Promise.resolve().then(() => {
  log('job');
  process.exit(2);
});
Promise.resolve().then(() => log('never'));
setImmediate(() => log('never'));
// => job
// => exit 2
