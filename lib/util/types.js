'use strict';
// util.types, as a module.

module.exports = require('internal/util/types');
