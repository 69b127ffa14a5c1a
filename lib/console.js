'use strict';
// The global console, as a module.

module.exports = require('internal/console/global');
