'use strict';
// require('process') is the global `process`.

module.exports = process;
