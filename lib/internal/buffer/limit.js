'use strict';
// How many bytes of a buffer util.inspect() shows: buffer.INSPECT_MAX_BYTES. A file of its own, so
// that reading it loads nothing.
module.exports = { bytes: 50 };
