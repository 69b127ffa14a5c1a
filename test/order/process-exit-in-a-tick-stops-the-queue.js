// B2.3: the next tick and the jobs do not run.
// exit: 2
'use strict';
const log = console.log;

process.on('exit', (code) => log('exit', code));
process.nextTick(() => {
  log('tick');
  process.exit(2);
});
process.nextTick(() => log('never'));
Promise.resolve().then(() => log('never'));
// => tick
// => exit 2
