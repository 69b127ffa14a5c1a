// B5.4: clearing works from the queues as well.
'use strict';
const log = console.log;

const interval = setInterval(() => {
  log('run');
  process.nextTick(() => clearInterval(interval));
}, 1);
// => run
