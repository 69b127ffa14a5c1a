'use strict';
const { step } = require('../harness.js');
const fs = require('node:fs');
step('an error of the system',
  () => { setImmediate(() => fs.readFileSync('/none/at/all')); return 'soon'; });
