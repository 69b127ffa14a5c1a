// B5.4: with a signal.
'use strict';
const log = console.log;

const { setTimeout: sleep } = require('timers/promises');
const controller = new AbortController();
const timers = () => process.getActiveResourcesInfo().filter((type) => type === 'Timeout').length;
sleep(60000, null, { signal: controller.signal }).catch((error) => log(error.name, error.code));
setImmediate(() => {
  log('timers', timers());
  controller.abort();
  log('aborted, timers', timers());
});
// => timers 1
// => aborted, timers 0
// => AbortError ABORT_ERR
