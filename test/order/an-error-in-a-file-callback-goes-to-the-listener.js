// B2.4: and what the callback had queued still runs.
'use strict';
const log = console.log;

const fs = require('fs');
process.on('uncaughtException', (error) => log('caught', error.message));
fs.stat(__filename, () => {
  process.nextTick(() => log('its tick'));
  setImmediate(() => log('its immediate'));
  throw new Error('file');
});
// => caught file
// => its immediate
// => its tick
