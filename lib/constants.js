'use strict';
// node:constants: those of os, fs and crypto on one object, as programs of long ago expect them.

const os = require('os').constants;

module.exports = {
  ...os.dlopen, ...os.errno, ...os.priority, ...os.signals, ...require('fs').constants,
};
