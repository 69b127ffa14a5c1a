'use strict';
// High-water marks: the two defaults, and how an option of a stream overrides them.

let bytes = 64 * 1024;
let objects = 16;

function getDefaultHighWaterMark(objectMode) {
  return objectMode ? objects : bytes;
}

function setDefaultHighWaterMark(objectMode, value) {
  require('internal/validators').validateInteger(value, 'value', 0);
  if (objectMode)
    objects = value;
  else
    bytes = value;
}

// A duplex stream may name the mark of one side only: `sideKey` is that option's name.
function getHighWaterMark(objectMode, options, sideKey, isDuplex) {
  let key = 'highWaterMark';
  let mark = options[key];
  if (mark == null && isDuplex)
    mark = options[key = sideKey];
  if (mark == null)
    return getDefaultHighWaterMark(objectMode);
  if (!Number.isInteger(mark) || mark < 0) {
    const { codes } = require('internal/errors');
    throw new codes.ERR_INVALID_ARG_VALUE(`options.${key}`, mark);
  }
  return mark;
}

module.exports = { getDefaultHighWaterMark, getHighWaterMark, setDefaultHighWaterMark };
