'use strict';
// node:constants: those of os, fs and crypto on one object, for old programs.

const { ObjectFreeze } = primordials;
const os = require('os').constants;

// lint-ok: options-own the program gets it
module.exports = ObjectFreeze({
  ...os.dlopen, ...os.errno, ...os.priority, ...os.signals, ...require('fs').constants,
  ...require('crypto').constants,
});
