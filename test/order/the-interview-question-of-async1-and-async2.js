// B4.3: script, ticks, promise jobs, timer.
'use strict';
const log = console.log;

async function async1() {
  log('async1 start');
  await async2();
  log('async1 end');
}
async function async2() {
  log('async2');
}
log('script start');
setTimeout(() => log('setTimeout'), 0);
async1();
new Promise((resolve) => {
  log('promise1');
  resolve();
}).then(() => log('promise2'));
process.nextTick(() => log('nextTick'));
log('script end');
// => script start
// => async1 start
// => async2
// => promise1
// => script end
// => nextTick
// => async1 end
// => promise2
// => setTimeout
