'use strict';
const { step } = require('../harness.js');
step('an error is thrown',
  () => { setImmediate(() => { throw new RangeError('uncaught text'); }); return 'soon'; });
