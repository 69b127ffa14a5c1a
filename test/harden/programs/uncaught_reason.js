'use strict';
const { step } = require('../harness.js');
step('a promise is rejected with an object', () => { (async () => { throw { a: 1,
  b: [2] }; })(); return 'soon'; });
