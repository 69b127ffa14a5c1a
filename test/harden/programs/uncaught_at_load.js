'use strict';
require('../harness.js');
require('./fixtures/throws.js');
