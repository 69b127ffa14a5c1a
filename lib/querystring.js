'use strict';
// querystring. The members escape and unescape may be replaced by users, and parse() and
// stringify() honour that: they read them from the exported object at each call.

const { codes: { ERR_INVALID_URI } } = require('internal/errors');

const PLAIN = /^[A-Za-z0-9\-_.!~*'()]*$/;
const ESCAPE = /%[0-9a-f]{2}/i;
const DEFAULT_MAX_KEYS = 1000;

const hex = (byte) => `%${byte < 16 ? '0' : ''}${byte.toString(16).toUpperCase()}`;

// Node.js takes any unit after a surrogate for its partner, and gives up at the end only.
function escapeLoosely(text) {
  let out = '';
  for (let i = 0; i < text.length; i++) {
    let code = text.charCodeAt(i);
    if (code < 0xD800 || code > 0xDFFF) {
      out += encodeURIComponent(text[i]);
      continue;
    }
    if (++i >= text.length)
      throw new ERR_INVALID_URI();
    code = 0x10000 + (((code & 0x3FF) << 10) | (text.charCodeAt(i) & 0x3FF));
    out += hex(0xF0 | (code >> 18)) + hex(0x80 | ((code >> 12) & 63)) +
      hex(0x80 | ((code >> 6) & 63)) + hex(0x80 | (code & 63));
  }
  return out;
}

function qsEscape(str) {
  if (typeof str !== 'string')
    str = typeof str === 'object' ? String(str) : `${str}`;
  if (PLAIN.test(str))
    return str;
  try {
    return encodeURIComponent(str);
  } catch {
    return escapeLoosely(str);
  }
}

const digit = (code) => (code >= 48 && code <= 57 ? code - 48 :
  code >= 65 && code <= 70 ? code - 55 : code >= 97 && code <= 102 ? code - 87 : -1);

// Percent escapes as bytes; what is no escape stays, and only the low byte of other characters.
function unescapeBuffer(s, decodeSpaces) {
  const { Buffer } = require('buffer');
  const out = Buffer.allocUnsafe(s.length);
  let length = 0;
  for (let i = 0; i < s.length; i++) {
    let code = s.charCodeAt(i);
    if (code === 43 && decodeSpaces) {
      code = 32;
    } else if (code === 37 && i + 2 < s.length) {
      const high = digit(s.charCodeAt(i + 1));
      const low = digit(s.charCodeAt(i + 2));
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
  if ((type === 'number' && Number.isFinite(value)) || type === 'bigint' || type === 'boolean')
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
  for (const key of Object.keys(obj)) {
    const value = obj[key];
    const prefix = encode(key) + eq;
    if (!Array.isArray(value)) {
      out += `${out === '' ? '' : sep}${prefix}${encode(value)}`;
      continue;
    }
    for (let i = 0; i < value.length; i++)
      out += `${out === '' ? '' : sep}${prefix}${encode(value[i])}`;
  }
  return out;
}

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
  // Zero and what is no number mean "no limit".
  if (typeof options?.maxKeys === 'number')
    left = options.maxKeys > 0 ? options.maxKeys : Infinity;
  const given = options?.decodeURIComponent;
  const decode = typeof given === 'function' ? given : querystring.unescape;
  const custom = decode !== qsUnescape;
  const plus = custom ? '%20' : ' ';
  const read = (text) => {
    if (text.includes('+'))
      text = text.replaceAll('+', plus);
    return (custom && text !== '') || ESCAPE.test(text) ? decodeWith(decode, text) : text;
  };

  for (const pair of qs.split(sep)) {
    if (left-- <= 0)
      break;
    if (pair === '')
      continue;
    const at = pair.indexOf(eq);
    const key = read(at < 0 ? pair : pair.slice(0, at));
    const value = at < 0 ? '' : read(pair.slice(at + eq.length));
    const before = result[key];
    if (before === undefined)
      result[key] = value;
    else if (typeof before === 'string')
      result[key] = [before, value];
    else
      before.push(value);
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
