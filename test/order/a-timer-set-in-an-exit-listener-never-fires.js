// B2.3: nothing runs after exit.
'use strict';
const log = console.log;

process.on('exit', () => {
  log('exit');
  setTimeout(() => log('never'), 0);
  setImmediate(() => log('never'));
  process.nextTick(() => log('never'));
  Promise.resolve().then(() => log('never'));
});
// => exit
// => never
