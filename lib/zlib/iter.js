'use strict';
// node:zlib/iter, behind --experimental-stream-iter: transforms for node:stream/iter.

require('internal/util').emitExperimentalWarning('zlib/iter');

module.exports = require('internal/zlib/iter');
