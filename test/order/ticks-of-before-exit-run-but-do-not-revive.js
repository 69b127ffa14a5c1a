// B2.3: ticks and jobs keep nothing alive.
'use strict';
const log = console.log;

process.on('beforeExit', () => {
  log('beforeExit');
  process.nextTick(() => log('tick'));
  Promise.resolve().then(() => log('job'));
});
process.on('exit', () => log('exit'));
// => beforeExit
// => tick
// => job
// => exit
