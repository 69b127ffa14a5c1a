'use strict';
// Converts header blocks between the objects and lists of programs and the one string that C knows.
// (1) The string is name, NUL, value, NUL, and so on; pseudo-headers come first. A name that begins
//     with the character 1 is sensitive (src/runtime/bindings/http2/submit.c).
// (2) A received block is split once: the parts are the raw headers, and the object is made of
//     them.

const {
  ArrayIsArray, ArrayPrototypePush, ArrayPrototypeSlice, ObjectKeys, SafeSet, String,
  StringPrototypeIncludes, StringPrototypeReplaceAll, StringPrototypeSplit,
  StringPrototypeToLowerCase, Symbol,
} = primordials;
const { shield } = require('internal/prototypes');
const { codes } = require('internal/errors');
const { isToken, lower } = require('internal/http/headers');

const kSensitiveHeaders = Symbol('sensitiveHeaders');

function setOf(text) {
  const set = new SafeSet();
  const names = StringPrototypeSplit.call(text, ' ');
  for (let i = 0; i < names.length; i++)
    set.add(names[i]);
  return set;
}

const SINGLE = setOf(':status :method :authority :scheme :path :protocol ' +
  'access-control-allow-credentials access-control-max-age access-control-request-method age ' +
  'authorization content-encoding content-language content-length content-location content-md5 ' +
  'content-range content-type date dnt etag expires from host if-match if-modified-since ' +
  'if-none-match if-range if-unmodified-since last-modified location max-forwards ' +
  'proxy-authorization range referer retry-after tk upgrade-insecure-requests user-agent ' +
  'x-content-type-options');
const FORBIDDEN = setOf('connection upgrade http2-settings keep-alive proxy-connection ' +
  'transfer-encoding');

// Which pseudo-headers a block may have.
const REQUEST = setOf(':status :method :authority :scheme :path :protocol');
const RESPONSE = setOf(':status');
const TRAILERS = new SafeSet();

const isForbidden = (name, value) =>
  FORBIDDEN.has(name) || (name === 'te' && value !== 'trailers');

// A block that is built: pseudo-headers, the others, and what they have been checked against.
class Block {
  constructor(allowed, strict, sensitive) {
    this.allowed = allowed;
    this.strict = strict; // fields of a single value have one
    this.sensitive = sensitive;
    this.pseudo = '';
    this.text = '';
    this.seen = null;
  }

  checkSingle(name) {
    if (!this.strict || !SINGLE.has(name))
      return;
    this.seen ??= new SafeSet();
    if (this.seen.has(name))
      throw new codes.ERR_HTTP2_HEADER_SINGLE_VALUE(name);
    this.seen.add(name);
  }

  add(key, value) {
    if (value === undefined || key === '')
      return;
    const name = lower(key);
    if (ArrayIsArray(value)) {
      if (value.length === 0)
        return;
      if (value.length > 1) {
        if (this.strict && SINGLE.has(name))
          throw new codes.ERR_HTTP2_HEADER_SINGLE_VALUE(name);
        this.addList(name, value);
        return;
      }
      value = value[0];
    }
    this.addOne(name, typeof value === 'string' ? value : String(value));
  }

  addOne(name, value) {
    // A NUL would end the field in the string. A line feed is equally invalid in a value, and does
    // not.
    if (StringPrototypeIncludes.call(value, '\0'))
      value = StringPrototypeReplaceAll.call(value, '\0', '\n');
    this.checkSingle(name);
    if (name[0] === ':') {
      if (!this.allowed.has(name))
        throw new codes.ERR_HTTP2_INVALID_PSEUDOHEADER(name);
      this.pseudo += `${this.mark(name)}${name}\0${value}\0`;
      return;
    }
    if (isForbidden(name, value))
      throw new codes.ERR_HTTP2_INVALID_CONNECTION_HEADERS(name);
    if (!isToken(name))
      throw new codes.ERR_INVALID_HTTP_TOKEN('Header name', name);
    this.text += `${this.mark(name)}${name}\0${value}\0`;
  }

  addList(name, values) {
    if (isForbidden(name, values))
      throw new codes.ERR_HTTP2_INVALID_CONNECTION_HEADERS(name);
    for (let i = 0; i < values.length; i++)
      this.addOne(name, String(values[i]));
  }

  mark(name) {
    return this.sensitive !== null && this.sensitive.has(name) ? '\x01' : '';
  }
}
shield(Block.prototype, ['allowed', 'strict', 'sensitive', 'pseudo', 'text', 'seen']);

function sensitiveOf(headers) {
  const names = headers[kSensitiveHeaders];
  if (names === undefined || names === null)
    return null;
  if (!ArrayIsArray(names))
    throw new codes.ERR_INVALID_ARG_VALUE('headers[http2.neverIndex]', names);
  if (names.length === 0)
    return null;
  const set = new SafeSet();
  for (let i = 0; i < names.length; i++)
    set.add(StringPrototypeToLowerCase.call(`${names[i]}`));
  return set;
}

// The string of an object of headers.
function textOf(headers, allowed, strict = true) {
  const block = new Block(allowed, strict, sensitiveOf(headers));
  const names = ObjectKeys(headers);
  for (let i = 0; i < names.length; i++)
    block.add(names[i], headers[names[i]]);
  return block.pseudo + block.text;
}

// The string of a list of names and values.
function textOfList(list, allowed, strict = true) {
  const block = new Block(allowed, strict, sensitiveOf(list));
  for (let i = 0; i < list.length; i += 2)
    block.add(`${list[i]}`, list[i + 1]);
  return block.pseudo + block.text;
}

// ---- Received ----

const listOf = (text) => (text === '' ? [] : StringPrototypeSplit.call(text, '\0'));

function addField(object, name, value) {
  const known = object[name];
  if (name === ':status')
    value |= 0;
  if (known === undefined)
    object[name] = name === 'set-cookie' ? [value] : value;
  else if (name === 'set-cookie')
    ArrayPrototypePush.call(known, value);
  else if (!SINGLE.has(name))
    object[name] = `${known}${name === 'cookie' ? '; ' : ', '}${value}`;
}

function objectOf(raw, sensitive) {
  const object = { __proto__: null };
  for (let i = 0; i < raw.length; i += 2)
    addField(object, raw[i], raw[i + 1]);
  object[kSensitiveHeaders] = sensitive === null ? [] : listOf(sensitive);
  return object;
}

// A copy that the program may not change while it is sent: own enumerable properties.
function copyOf(headers) {
  return { __proto__: null, ...headers };
}

function copyOfList(list) {
  const copy = ArrayPrototypeSlice.call(list);
  copy[kSensitiveHeaders] = list[kSensitiveHeaders];
  return copy;
}

// The object of a list of headers that is sent.
function objectOfList(list) {
  const object = { __proto__: null };
  for (let i = 0; i < list.length; i += 2) {
    const name = `${list[i]}`;
    const known = object[name];
    if (known === undefined)
      object[name] = list[i + 1];
    else if (ArrayIsArray(known))
      ArrayPrototypePush.call(known, list[i + 1]);
    else
      object[name] = [known, list[i + 1]];
  }
  if (list[kSensitiveHeaders] !== undefined)
    object[kSensitiveHeaders] = ArrayPrototypeSlice.call(list[kSensitiveHeaders]);
  return object;
}

module.exports = {
  REQUEST, RESPONSE, TRAILERS, copyOf, copyOfList, isForbidden, kSensitiveHeaders, listOf, objectOf,
  objectOfList, textOf, textOfList,
};
