// B2.2: unref()d timers do not keep it alive.
'use strict';
const log = console.log;

setTimeout(() => log('never'), 50).unref();
process.on('exit', () => log('exit'));
// => exit
