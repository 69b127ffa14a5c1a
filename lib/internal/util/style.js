'use strict';
// util.styleText(): text between escape sequences, if the stream shows them.

const {
  ArrayIsArray, ArrayPrototypePush, NumberParseInt, ObjectGetOwnPropertyNames,
  RegExpPrototypeExec, SafeArray, StringPrototypeIndexOf, StringPrototypeSlice,
} = primordials;
const { inspect } = require('internal/util/inspect');
const { validateBoolean, validateObject, validateOneOf,
    validateString } = require('internal/validators');
const { codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE } } = require('internal/errors');

const HEX = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;

function hexCodes(format) {
  if (RegExpPrototypeExec.call(HEX, format) === null)
    throw new ERR_INVALID_ARG_VALUE('format', format,
        'must be a valid hex color (#RGB or #RRGGBB)');
  const { 1: r, 2: g, 3: b } = format;
  const digits = format.length === 4 ? r + r + g + g + b + b : StringPrototypeSlice.call(format, 1);
  const value = NumberParseInt(digits, 16);
  return [`38;2;${value >> 16};${(value >> 8) & 255};${value & 255}`, 39];
}

function codesOf(format) {
  if (typeof format === 'string' && format[0] === '#')
    return hexCodes(format);
  const codes = typeof format === 'string' ? inspect.colors[format] : undefined;
  if (codes === undefined)
    validateOneOf(format, 'format', ObjectGetOwnPropertyNames(inspect.colors));
  return codes;
}

// Where a nested style ends, this style must continue: the end sequence in the text is replaced by
// this style's start. Bold and dim have the same end sequence, so both are written there.
function wrap(text, { 0: on, 1: off }) {
  const open = `\u001b[${on}m`;
  const close = `\u001b[${off}m`;
  let out = '';
  let last = 0;
  let at = StringPrototypeIndexOf.call(text, close);
  while (at !== -1 && at + close.length < text.length) {
    out += StringPrototypeSlice.call(text, last, at) + (off === 22 ? close + open : open);
    last = at + close.length;
    at = StringPrototypeIndexOf.call(text, close, last);
  }
  return `${open}${out}${StringPrototypeSlice.call(text, last)}${close}`;
}

function isStream(stream) {
  return typeof stream === 'object' && stream !== null &&
    (typeof stream.on === 'function' || typeof stream.getReader === 'function' ||
        typeof stream.getWriter === 'function');
}

function wantsStyle(options) {
  const { validateStream = true } = options;
  validateBoolean(validateStream, 'options.validateStream');
  if (!validateStream)
    return true;
  const stream = options.stream === undefined ? process.stdout : options.stream;
  if (!isStream(stream))
    throw new ERR_INVALID_ARG_TYPE('stream', ['ReadableStream', 'WritableStream', 'Stream'],
        stream);
  return require('internal/util/colors').shouldColorize(stream);
}

function styleText(format, text, options = {}) {
  validateString(text, 'text');
  validateObject(options, 'options');
  const formats = ArrayIsArray(format) ? format : [format];
  const codes = new SafeArray();
  for (let i = 0; i < formats.length; i++) {
    const each = formats[i];
    if (each !== 'none')
      ArrayPrototypePush.call(codes, codesOf(each));
  }
  if (!wantsStyle(options))
    return text;
  for (let i = codes.length - 1; i >= 0; i--)
    text = wrap(text, codes[i]);
  return text;
}

module.exports = { styleText };
