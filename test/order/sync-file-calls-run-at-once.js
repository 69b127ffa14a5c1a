// B6.2: nothing of the loop runs meanwhile.
'use strict';
const log = console.log;

const fs = require('fs');
setImmediate(() => log('immediate'));
process.nextTick(() => log('tick'));
log(fs.statSync(__filename).isFile());
log(fs.readFileSync(__filename, 'utf8').startsWith('// B6.2'));
// => true
// => true
// => tick
// => immediate
