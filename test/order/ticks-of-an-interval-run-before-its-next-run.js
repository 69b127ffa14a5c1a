// B4.1: each run has its own drain.
'use strict';
const log = console.log;

let count = 0;
const interval = setInterval(() => {
  const n = ++count;
  log('run', n);
  process.nextTick(() => log('tick', n));
  Promise.resolve().then(() => log('job', n));
  if (n === 3)
    clearInterval(interval);
}, 1);
// => run 1
// => tick 1
// => job 1
// => run 2
// => tick 2
// => job 2
// => run 3
// => tick 3
// => job 3
