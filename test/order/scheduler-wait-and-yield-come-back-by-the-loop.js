// B5.4: timers/promises scheduler.
'use strict';
const log = console.log;

const { scheduler } = require('timers/promises');
(async () => {
  await scheduler.yield();
  log('yielded');
  await scheduler.wait(1);
  log('waited');
})();
process.nextTick(() => log('tick'));
// => tick
// => yielded
// => waited
