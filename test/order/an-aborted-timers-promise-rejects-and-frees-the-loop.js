// B5.4: with a signal.
'use strict';
const log = console.log;

const { setTimeout: sleep } = require('timers/promises');
const controller = new AbortController();
sleep(60000, null, { signal: controller.signal }).catch((error) => log(error.name, error.code));
setImmediate(() => {
  controller.abort();
  log('aborted');
});
// => aborted
// => AbortError ABORT_ERR
