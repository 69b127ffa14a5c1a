// B2.3: neither its ticks nor the next immediate run.
// exit: 2
'use strict';
const log = console.log;

process.on('exit', (code) => log('exit', code));
setImmediate(() => {
  process.nextTick(() => log('never'));
  log('immediate');
  process.exit(2);
});
setImmediate(() => log('never'));
// => immediate
// => exit 2
