// B4.1: requests made by ticks are answered by the loop.
'use strict';
const log = console.log;

const fs = require('fs');
process.nextTick(() => {
  log('tick 1');
  fs.stat(__filename, () => log('file'));
  process.nextTick(() => log('tick 2'));
});
Promise.resolve().then(() => log('job'));
// => tick 1
// => tick 2
// => job
// => file
