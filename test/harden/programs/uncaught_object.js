'use strict';
const { step } = require('../harness.js');
step('an object is thrown', () => { setTimeout(() => { throw { a: 1, b: 'x' }; },
  1); return 'soon'; });
