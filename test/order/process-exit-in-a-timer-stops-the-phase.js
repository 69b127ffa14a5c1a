// B2.3: neither its ticks nor the next timer run.
// exit: 2
'use strict';
const log = console.log;

process.on('exit', (code) => log('exit', code));
setTimeout(() => {
  process.nextTick(() => log('never'));
  log('timer');
  process.exit(2);
}, 1);
setTimeout(() => log('never'), 1);
// => timer
// => exit 2
