// B4.1: ticks, jobs, and again from the start until both are empty.
'use strict';
const log = console.log;

setTimeout(() => log('timer'), 0);
let left = 4;
function tick() {
  log('tick', left);
  if (left-- > 0)
    Promise.resolve().then(job);
}
function job() {
  log('job', left);
  process.nextTick(tick);
}
process.nextTick(tick);
// => tick 4
// => job 3
// => tick 3
// => job 2
// => tick 2
// => job 1
// => tick 1
// => job 0
// => tick 0
// => timer
