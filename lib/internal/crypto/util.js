'use strict';
// What the parts of node:crypto share.

const {
  codes: { ERR_CRYPTO_TIMING_SAFE_EQUAL_LENGTH, ERR_INVALID_ARG_TYPE },
} = require('internal/errors');
const { fromString } = require('internal/buffer');
const binding = internalBinding('crypto');

const { isView } = ArrayBuffer;
const SharedArrayBuffer = globalThis.SharedArrayBuffer ?? class {};

const isAnyArrayBuffer = (value) => value instanceof ArrayBuffer || value instanceof SharedArrayBuffer ||
  /^\[object (Shared)?ArrayBuffer\]$/.test(Object.prototype.toString.call(value));

// A string's bytes, or the bytes given; anything else is the caller's mistake.
function bytesOf(value, name, encoding) {
  if (typeof value === 'string')
    return fromString(value, encoding === 'buffer' ? 'utf8' : encoding, 0);
  if (!isView(value) && !isAnyArrayBuffer(value)) {
    throw new ERR_INVALID_ARG_TYPE(
      name, ['string', 'ArrayBuffer', 'Buffer', 'TypedArray', 'DataView'], value);
  }
  return value;
}

function timingSafeEqual(buf1, buf2) {
  for (const [value, name] of [[buf1, 'buf1'], [buf2, 'buf2']]) {
    if (!isView(value) && !isAnyArrayBuffer(value))
      throw new ERR_INVALID_ARG_TYPE(name, ['ArrayBuffer', 'Buffer', 'TypedArray', 'DataView'], value);
  }
  if (buf1.byteLength !== buf2.byteLength)
    throw new ERR_CRYPTO_TIMING_SAFE_EQUAL_LENGTH();
  return binding.timingSafeEqual(buf1, buf2);
}

// The system's OpenSSL is used as it is; we never switch it to the approved subset.
const getFips = () => 0;

module.exports = { bytesOf, getFips, isAnyArrayBuffer, timingSafeEqual };
