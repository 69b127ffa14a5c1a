'use strict';
// assert, without its lenient comparisons.
module.exports = require('assert').strict;
