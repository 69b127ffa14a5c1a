'use strict';
// util.styleText(): text between escape sequences, if the stream shows them.

const { inspect } = require('internal/util/inspect');
const { validateBoolean, validateObject, validateOneOf,
    validateString } = require('internal/validators');
const { codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE } } = require('internal/errors');

const HEX = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;

function hexCodes(format) {
  if (!HEX.test(format))
    throw new ERR_INVALID_ARG_VALUE('format', format,
        'must be a valid hex color (#RGB or #RRGGBB)');
  let digits = format.slice(1);
  if (digits.length === 3)
    digits = digits.replace(/./g, '$&$&');
  const value = parseInt(digits, 16);
  return [`38;2;${value >> 16};${(value >> 8) & 255};${value & 255}`, 39];
}

function codesOf(format) {
  if (typeof format === 'string' && format[0] === '#')
    return hexCodes(format);
  const codes = typeof format === 'string' ? inspect.colors[format] : undefined;
  if (codes === undefined)
    validateOneOf(format, 'format', Object.keys(inspect.colors));
  return codes;
}

// Where a style inside the text ends, this one goes on: its end is replaced by our beginning. Bold
// and dim end alike, so there both are needed.
function wrap(text, [on, off]) {
  const open = `\u001b[${on}m`;
  const close = `\u001b[${off}m`;
  let out = '';
  let last = 0;
  for (let at = text.indexOf(close); at !== -1 && at +
      close.length < text.length; at = text.indexOf(close, last)) {
    out += text.slice(last, at) + (off === 22 ? close + open : open);
    last = at + close.length;
  }
  return `${open}${out}${text.slice(last)}${close}`;
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
  const formats = Array.isArray(format) ? format : [format];
  const codes = [];
  for (const each of formats)
    if (each !== 'none')
      codes.push(codesOf(each));
  if (!wantsStyle(options))
    return text;
  for (let i = codes.length - 1; i >= 0; i--)
    text = wrap(text, codes[i]);
  return text;
}

module.exports = { styleText };
