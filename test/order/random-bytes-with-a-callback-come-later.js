// B6.5: never from inside the call.
'use strict';
const log = console.log;

const { randomBytes } = require('crypto');
randomBytes(8, (error, bytes) => log('bytes', bytes.length));
process.nextTick(() => log('tick'));
log('main', randomBytes(4).length);
// => main 4
// => tick
// => bytes 8
