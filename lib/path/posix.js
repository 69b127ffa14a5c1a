'use strict';
// path, POSIX flavour.

module.exports = require('path').posix;
