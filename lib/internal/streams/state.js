'use strict';
// What Readable and Writable take from their options in the same way: the high-water mark and its
// two defaults, the encoding, the methods that both have.

const { NumberIsInteger } = primordials;
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
  if (!NumberIsInteger(mark) || mark < 0) {
    const { codes } = require('internal/errors');
    throw new codes.ERR_INVALID_ARG_VALUE(`options.${key}`, mark);
  }
  return mark;
}

function defaultEncodingOf(options) {
  const encoding = options?.defaultEncoding;
  if (encoding == null)
    return 'utf8';
  if (!require('internal/buffer').isEncoding(encoding)) {
    const { codes } = require('internal/errors');
    throw new codes.ERR_UNKNOWN_ENCODING(encoding);
  }
  return encoding;
}

// Methods given as options instead of by a subclass; each side has more of its own.
function adoptShared(stream, options) {
  if (typeof options.destroy === 'function')
    stream._destroy = options.destroy;
  if (typeof options.construct === 'function')
    stream._construct = options.construct;
  if (options.signal)
    require('internal/streams/add_abort_signal').addAbortSignal(options.signal, stream);
}

module.exports = { adoptShared, defaultEncodingOf, getDefaultHighWaterMark, getHighWaterMark,
                   setDefaultHighWaterMark };
