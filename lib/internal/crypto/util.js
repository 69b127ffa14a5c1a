'use strict';
// What the parts of node:crypto share.

const { ArrayBuffer, ArrayBufferIsView: isView, ObjectPrototypeToString } = primordials;
const {
  codes: { ERR_CRYPTO_TIMING_SAFE_EQUAL_LENGTH, ERR_INVALID_ARG_TYPE },
} = require('internal/errors');
const { fromString } = require('internal/buffer');
const binding = internalBinding('crypto');

const SharedArrayBuffer = globalThis.SharedArrayBuffer ?? class {};

function isAnyArrayBuffer(value) {
  if (value instanceof ArrayBuffer || value instanceof SharedArrayBuffer)
    return true;
  const tag = ObjectPrototypeToString.call(value);
  return tag === '[object ArrayBuffer]' || tag === '[object SharedArrayBuffer]';
}

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

function checkBytes(value, name) {
  if (!isView(value) && !isAnyArrayBuffer(value)) {
    throw new ERR_INVALID_ARG_TYPE(
      name, ['ArrayBuffer', 'Buffer', 'TypedArray', 'DataView'], value);
  }
}

function timingSafeEqual(buf1, buf2) {
  checkBytes(buf1, 'buf1');
  checkBytes(buf2, 'buf2');
  if (buf1.byteLength !== buf2.byteLength)
    throw new ERR_CRYPTO_TIMING_SAFE_EQUAL_LENGTH();
  return binding.timingSafeEqual(buf1, buf2);
}

// The system's OpenSSL is used as it is; we never switch it to the approved subset.
const getFips = () => 0;

module.exports = { bytesOf, getFips, isAnyArrayBuffer, timingSafeEqual };
