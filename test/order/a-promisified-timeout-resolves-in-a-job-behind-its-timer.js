// B5.4: util.promisify(setTimeout) gives the value.
'use strict';
const log = console.log;

const sleep = require('util').promisify(setTimeout);
sleep(1, 'value').then(log);
setTimeout(() => log('timer before'), 0);
process.nextTick(() => log('tick'));
// => tick
// => value
// => timer before
