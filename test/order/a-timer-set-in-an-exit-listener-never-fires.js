// B2.3: nor does an immediate or a tick; only promise jobs still run.
'use strict';
const log = console.log;

process.on('exit', () => {
  log('exit');
  setTimeout(() => log('never'), 0);
  setImmediate(() => log('never'));
  process.nextTick(() => log('never'));
  Promise.resolve().then(() => log('job'));
});
// => exit
// => job
