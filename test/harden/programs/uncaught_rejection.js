'use strict';
const { step } = require('../harness.js');
step('a promise is rejected', () => { Promise.reject(new Error('rejected text')); return 'soon'; });
