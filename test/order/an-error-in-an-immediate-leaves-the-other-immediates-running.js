// B2.4: the rest of the list still runs.
'use strict';
const log = console.log;

process.on('uncaughtException', (error) => log('caught', error.message));
setImmediate(() => {
  process.nextTick(() => log('its tick'));
  Promise.resolve().then(() => log('its job'));
  throw new Error('immediate');
});
setImmediate(() => log('next immediate'));
// => caught immediate
// => next immediate
// => its tick
// => its job
