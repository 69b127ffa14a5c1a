// B4.5: every I/O callback has its own drain.
// flags: --queue-drain=phase
'use strict';
const log = console.log;

const fs = require('fs');
fs.stat(__filename, () => {
  process.nextTick(() => log('tick'));
  Promise.resolve().then(() => log('job'));
  setImmediate(() => log('immediate'));
  log('file');
});
// => file
// => tick
// => job
// => immediate
