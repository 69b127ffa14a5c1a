'use strict';
// node:stream/promises.

const { finished, pipeline } = require('internal/streams/promises');

module.exports = { finished, pipeline };
