// B2.4: its ticks do not run.
// exit: 1
// stderr: Error: boom
'use strict';
const log = console.log;

process.on('exit', (code) => log('exit', code));
setTimeout(() => {
  process.nextTick(() => log('never'));
  throw new Error('boom');
}, 1);
setTimeout(() => log('never'), 1);
// => exit 1
