// B2.2: nothing is left to wait for.
'use strict';
const log = console.log;

const item = setImmediate(() => log('never'));
clearImmediate(item);
process.on('exit', () => log('exit'));
// => exit
