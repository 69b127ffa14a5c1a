'use strict';
// node:sys is util under its first name.

process.emitWarning('sys is deprecated. Use `node:util` instead.', 'DeprecationWarning', 'DEP0025');
module.exports = require('util');
