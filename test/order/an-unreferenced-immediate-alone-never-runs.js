// B2.2: it does not keep the loop alive.
'use strict';
const log = console.log;

setImmediate(() => log('never')).unref();
process.on('exit', () => log('exit'));
// => exit
