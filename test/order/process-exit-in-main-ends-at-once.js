// B2.3: no tick, no job, no timer runs; exit listeners do.
// exit: 4
'use strict';
const log = console.log;

process.on('exit', (code) => log('exit', code));
process.on('beforeExit', () => log('never'));
process.nextTick(() => log('never'));
Promise.resolve().then(() => log('never'));
setTimeout(() => log('never'), 0);
log('main');
process.exit(4);
// => main
// => exit 4
