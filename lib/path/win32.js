'use strict';
// path, Windows flavour.

module.exports = require('path').win32;
