'use strict';
// buffer.transcode(): bytes of one encoding as bytes of another.

const {
  ArrayPrototypeIncludes, SafeRegExp, StringPrototypeReplace, TypedArrayPrototypeGetLength,
} = primordials;
const { codes: { ERR_INVALID_ARG_TYPE }, genericNodeError } = require('internal/errors');
const { FastBuffer, fromString } = require('internal/buffer');
const { codecOf } = require('internal/buffer/codec');
const { isUint8Array } = require('internal/buffer/methods');

// A character that the narrow encodings lack becomes a question mark.
const BEYOND = {
  __proto__: null,
  latin1: new SafeRegExp('[\\ud800-\\udbff][\\udc00-\\udfff]|[^\\x00-\\xff]', 'g'),
  ascii: new SafeRegExp('[\\ud800-\\udbff][\\udc00-\\udfff]|[^\\x00-\\x7f]', 'g'),
};
const allowed = ['utf8', 'utf16le', 'latin1', 'ascii'];

function transcode(source, fromEncoding, toEncoding) {
  if (!isUint8Array(source))
    throw new ERR_INVALID_ARG_TYPE('source', ['Buffer', 'Uint8Array'], source);
  const length = TypedArrayPrototypeGetLength.call(source);
  if (length === 0)
    return new FastBuffer();
  const from = codecOf(fromEncoding)?.name;
  const to = codecOf(toEncoding)?.name;
  if (!ArrayPrototypeIncludes.call(allowed, from) || !ArrayPrototypeIncludes.call(allowed, to)) {
    const error = genericNodeError('Unable to transcode Buffer [U_ILLEGAL_ARGUMENT_ERROR]',
                                   { __proto__: null, code: 'U_ILLEGAL_ARGUMENT_ERROR', errno: 1 });
    throw error;
  }
  let text = codecOf(from).slice(source, 0, length);
  if (to in BEYOND)
    text = StringPrototypeReplace.call(text, BEYOND[to], '?');
  return fromString(text, to, 0);
}

module.exports = { transcode };
