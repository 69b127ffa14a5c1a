// B4.1: first all ticks, then all promise jobs, before the next timer.
'use strict';
const log = console.log;

for (const delay of [1, 2, 3]) {
  setTimeout(() => {
    log('timer', delay);
    Promise.resolve().then(() => log('job', delay));
    process.nextTick(() => log('tick', delay));
  }, delay);
}
const begin = Date.now();
while (Date.now() - begin < 10);
// => timer 1
// => tick 1
// => job 1
// => timer 2
// => tick 2
// => job 2
// => timer 3
// => tick 3
// => job 3
