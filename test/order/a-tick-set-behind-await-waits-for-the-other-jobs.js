// B4.1: the promise jobs run dry first.
'use strict';
const log = console.log;

(async () => {
  await null;
  process.nextTick(() => log('tick'));
  await null;
  log('second await');
  await null;
  log('third await');
})();
// => second await
// => third await
// => tick
