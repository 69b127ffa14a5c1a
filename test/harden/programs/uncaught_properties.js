'use strict';
const { step } = require('../harness.js');
step('an error with properties', () => {
  process.nextTick(() => {
    const error = new TypeError('with more', { cause: new Error('the cause') });
    error.code = 'MINE';
    error.list = [1, { a: 2 }];
    throw error;
  });
  return 'soon';
});
