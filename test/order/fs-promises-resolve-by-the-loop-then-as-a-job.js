// B6.3: ticks of main come first, the job behind the I/O callback.
'use strict';
const log = console.log;

const { promises } = require('fs');
(async () => {
  log('asking');
  await promises.stat(__filename);
  log('answered');
  process.nextTick(() => log('tick'));
  await null;
  log('job');
})();
process.nextTick(() => log('tick of main'));
// => asking
// => tick of main
// => answered
// => job
// => tick
