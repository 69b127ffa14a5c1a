// B2.4: a listener may end the process by itself.
// exit: 8
'use strict';
const log = console.log;

process.on('exit', (code) => log('exit', code));
process.on('uncaughtException', (error) => {
  log('caught', error.message);
  process.exit(8);
});
process.nextTick(() => log('never'));
throw new Error('boom');
// => caught boom
// => exit 8
