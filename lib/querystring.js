'use strict';
// querystring. The members escape and unescape may be replaced by users, and parse() and
// stringify() honour that: they read them from the exported object at each call.

const {
  ArrayIsArray, ArrayPrototypePush, NumberIsFinite, NumberPrototypeToString, ObjectKeys,
  RegExpPrototypeExec, String, StringPrototypeCharCodeAt, StringPrototypeIndexOf,
  StringPrototypeReplaceAll, StringPrototypeSlice, StringPrototypeToUpperCase, Uint8Array,
  decodeURIComponent, encodeURIComponent,
} = primordials;
const { codes: { ERR_INVALID_URI } } = require('internal/errors');

// Characters that encodeURIComponent() leaves as they are. A loop over a table takes a quarter of
// an exec().
const plain = new Uint8Array(128);
const PLAIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.!~*'()";
for (let i = 0; i < PLAIN.length; i++)
  plain[StringPrototypeCharCodeAt.call(PLAIN, i)] = 1;

function isPlain(text) {
  for (let i = 0; i < text.length; i++) {
    const code = StringPrototypeCharCodeAt.call(text, i);
    if (code > 127 || plain[code] === 0)
      return false;
  }
  return true;
}

const ESCAPE = /%[0-9a-f]{2}/i;
const DEFAULT_MAX_KEYS = 1000;

function hex(byte) {
  const digits = StringPrototypeToUpperCase.call(NumberPrototypeToString.call(byte, 16));
  return byte < 16 ? `%0${digits}` : `%${digits}`;
}

// Node.js takes any unit after a surrogate for its partner, and gives up at the end only.
function escapeLoosely(text) {
  let out = '';
  for (let i = 0; i < text.length; i++) {
    let code = StringPrototypeCharCodeAt.call(text, i);
    if (code < 0xD800 || code > 0xDFFF) {
      out += encodeURIComponent(text[i]);
      continue;
    }
    if (++i >= text.length)
      throw new ERR_INVALID_URI();
    code = 0x10000 + (((code & 0x3FF) << 10) | (StringPrototypeCharCodeAt.call(text, i) & 0x3FF));
    out += hex(0xF0 | (code >> 18)) + hex(0x80 | ((code >> 12) & 63)) +
      hex(0x80 | ((code >> 6) & 63)) + hex(0x80 | (code & 63));
  }
  return out;
}

function qsEscape(str) {
  if (typeof str !== 'string')
    str = typeof str === 'object' ? String(str) : `${str}`;
  if (isPlain(str))
    return str;
  try {
    return encodeURIComponent(str);
  } catch {
    return escapeLoosely(str);
  }
}

const digit = (code) => (code >= 48 && code <= 57 ? code - 48 :
  code >= 65 && code <= 70 ? code - 55 : code >= 97 && code <= 102 ? code - 87 : -1);

// Percent escapes as bytes; other text does not change, and only the low byte of a character is
// used.
function unescapeBuffer(s, decodeSpaces) {
  const { bufferAllocUnsafe } = require('internal/buffer');
  const out = bufferAllocUnsafe(s.length);
  let length = 0;
  for (let i = 0; i < s.length; i++) {
    let code = StringPrototypeCharCodeAt.call(s, i);
    if (code === 43 && decodeSpaces) {
      code = 32;
    } else if (code === 37 && i + 2 < s.length) {
      const high = digit(StringPrototypeCharCodeAt.call(s, i + 1));
      const low = digit(StringPrototypeCharCodeAt.call(s, i + 2));
      if (high >= 0 && low >= 0) {
        code = high * 16 + low;
        i += 2;
      }
    }
    out[length++] = code;
  }
  return out.subarray(0, length);
}

function qsUnescape(s, decodeSpaces) {
  try {
    return decodeURIComponent(s);
  } catch {
    return querystring.unescapeBuffer(s, decodeSpaces).toString();
  }
}

function primitive(value) {
  if (typeof value === 'string')
    return value;
  const type = typeof value;
  if ((type === 'number' && NumberIsFinite(value)) || type === 'bigint' || type === 'boolean')
    return `${value}`;
  return '';
}

function stringify(obj, sep, eq, options) {
  if (obj === null || typeof obj !== 'object')
    return '';
  sep ||= '&';
  eq ||= '=';
  const custom = options?.encodeURIComponent;
  const escape = typeof custom === 'function' ? custom : querystring.escape;
  const encode = (value) => {
    const text = primitive(value);
    return text === '' && escape === qsEscape ? '' : escape(text);
  };
  let out = '';
  const keys = ObjectKeys(obj);
  for (let k = 0; k < keys.length; k++) {
    const key = keys[k];
    const value = obj[key];
    const prefix = encode(key) + eq;
    if (!ArrayIsArray(value)) {
      out += `${out === '' ? '' : sep}${prefix}${encode(value)}`;
      continue;
    }
    for (let i = 0; i < value.length; i++)
      out += `${out === '' ? '' : sep}${prefix}${encode(value[i])}`;
  }
  return out;
}

const hasEscape = (text) => StringPrototypeIndexOf.call(text, '%') !== -1 &&
  RegExpPrototypeExec.call(ESCAPE, text) !== null;

function decodeWith(decode, text) {
  try {
    return decode(text);
  } catch {
    return querystring.unescape(text, true);
  }
}

function parse(qs, sep, eq, options) {
  const result = { __proto__: null };
  if (typeof qs !== 'string' || qs.length === 0)
    return result;
  sep = sep ? `${sep}` : '&';
  eq = eq ? `${eq}` : '=';
  let left = DEFAULT_MAX_KEYS;
  // Zero, or a value that is not a number, means "no limit".
  if (typeof options?.maxKeys === 'number')
    left = options.maxKeys > 0 ? options.maxKeys : Infinity;
  const given = options?.decodeURIComponent;
  const decode = typeof given === 'function' ? given : querystring.unescape;
  const custom = decode !== qsUnescape;
  const plus = custom ? '%20' : ' ';
  const read = (text) => {
    if (StringPrototypeIndexOf.call(text, '+') !== -1)
      text = StringPrototypeReplaceAll.call(text, '+', plus);
    return (custom && text !== '') || hasEscape(text) ? decodeWith(decode, text) : text;
  };

  if (sep === '') {    // it separates nothing, and no value ends
    const at = StringPrototypeIndexOf.call(qs, eq);
    result[read(at < 0 ? qs : StringPrototypeSlice.call(qs, 0, at))] = '';
    return result;
  }
  for (let start = 0, end; start <= qs.length && left-- > 0; start = end + sep.length) {
    end = StringPrototypeIndexOf.call(qs, sep, start);
    if (end === -1)
      end = qs.length;
    if (end === start)
      continue;
    const pair = StringPrototypeSlice.call(qs, start, end);
    const at = StringPrototypeIndexOf.call(pair, eq);
    const key = read(at < 0 ? pair : StringPrototypeSlice.call(pair, 0, at));
    const value = at < 0 ? '' : read(StringPrototypeSlice.call(pair, at + eq.length));
    const before = result[key];
    if (before === undefined)
      result[key] = value;
    else if (typeof before === 'string')
      result[key] = [before, value];
    else
      ArrayPrototypePush.call(before, value);
  }
  return result;
}

const querystring = module.exports = {
  unescapeBuffer,
  unescape: qsUnescape,
  escape: qsEscape,
  stringify,
  encode: stringify,
  parse,
  decode: parse,
};
