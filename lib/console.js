'use strict';

module.exports = require('internal/console/global');
