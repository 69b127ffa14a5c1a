'use strict';
// How many bytes of a buffer util.inspect() shows: buffer.INSPECT_MAX_BYTES, kept apart so that
// reading it loads nothing.
module.exports = { bytes: 50 };
