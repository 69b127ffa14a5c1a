'use strict';
// Shared by the parts of node:crypto.

const { ArrayBufferIsView: isView } = primordials;
const {
  codes: { ERR_CRYPTO_TIMING_SAFE_EQUAL_LENGTH, ERR_INVALID_ARG_TYPE },
} = require('internal/errors');
const { fromString } = require('internal/buffer');
const { codecOf } = require('internal/buffer/codec');
const { sizeOf } = require('internal/util/bytes');
const { isAnyArrayBuffer } = require('internal/util/types');
const binding = internalBinding('crypto');

const dataTypes = ['ArrayBuffer', 'Buffer', 'TypedArray', 'DataView'];

// The bytes of a string, or the value itself if it is bytes.
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
      name, dataTypes, value);
  }
}

// A Buffer, or a string if the encoding is a known one.
function encodeBytes(buf, encoding) {
  const codec = encoding === undefined || encoding === 'buffer' ? undefined : codecOf(encoding);
  return codec === undefined ? buf : codec.slice(buf, 0, sizeOf(buf));
}

function timingSafeEqual(buf1, buf2) {
  checkBytes(buf1, 'buf1');
  checkBytes(buf2, 'buf2');
  if (sizeOf(buf1) !== sizeOf(buf2))
    throw new ERR_CRYPTO_TIMING_SAFE_EQUAL_LENGTH();
  return binding.timingSafeEqual(buf1, buf2);
}

module.exports = { bytesOf, dataTypes, encodeBytes, timingSafeEqual };
