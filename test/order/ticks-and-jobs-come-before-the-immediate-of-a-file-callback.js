// B5.3: tick, job, immediate, timer.
'use strict';
const log = console.log;

const fs = require('fs');
fs.readFile(__filename, () => {
  setTimeout(() => log('timer'), 0);
  setImmediate(() => log('immediate'));
  Promise.resolve().then(() => log('job'));
  process.nextTick(() => log('tick'));
  log('file');
});
// => file
// => tick
// => job
// => immediate
// => timer
