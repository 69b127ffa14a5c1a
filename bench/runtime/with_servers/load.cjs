'use strict';
// Packages of npm from the folder that bench/runtime/run names.
const path = require('path');
exports.load = (name) => require(path.join(process.env.BENCH_PACKAGES, 'node_modules', name));
