'use strict';
const { step, text, print } = require('../harness.js');
process.on('exit', (code) => { print('=> exit event: ' + code); });
process.on('uncaughtExceptionMonitor', (error,
  origin) => { print('=> monitor: ' + error.message + ' ' + origin); });
process.setUncaughtExceptionCaptureCallback((error) => {
  print('=> capture: ' + error.message);
  process.setUncaughtExceptionCaptureCallback(null);
  setImmediate(() => { throw new Error('second'); });
});
step('captured, then not',
  () => { setImmediate(() => { throw new Error('first'); }); return text('soon'); });
