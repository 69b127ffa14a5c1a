'use strict';
// TextEncoder and TextDecoder.
// (1) A decoder is told apart by a private field: a stranger's `this` throws ERR_INVALID_THIS.
// (2) What turns bytes into text is one of three readers (utf8, utf16, converter), each with
//     read(bytes, flush), which keeps an unfinished character for the next call unless flushed, and
//     returns undefined for bytes that a fatal decoder must refuse.
// (3) The byte order mark is dropped from the text, once per stream, by the decoder itself.

const {
  codes: {
    ERR_ENCODING_INVALID_ENCODED_DATA,
    ERR_ENCODING_NOT_SUPPORTED,
    ERR_INVALID_ARG_TYPE,
    ERR_INVALID_THIS,
  },
} = require('internal/errors');
const { validateObject, kValidateObjectAllowObjectsAndNull } = require('internal/validators');
const binding = internalBinding('buffer');
const { utf8, utf16le } = require('internal/buffer/codec');

const { isView } = ArrayBuffer;
const customInspect = Symbol.for('nodejs.util.inspect.custom');
const SharedArrayBuffer = globalThis.SharedArrayBuffer ?? class {};
const NOTHING = new Uint8Array(0);

function getEncodingFromLabel(label) {
  const name = label.replace(/^[\t\n\f\r ]+|[\t\n\f\r ]+$/g, '').toLowerCase();
  if (name === 'utf-8' || name === 'utf8')
    return 'utf-8';
  return require('internal/encoding/labels').nameOf(name);
}

function join(first, second) {
  if (first.length === 0)
    return second;
  const joined = new Uint8Array(first.length + second.length);
  joined.set(first);
  joined.set(second, first.length);
  return joined;
}

// How many bytes at the end begin a character that could still be completed.
function utf8Tail(bytes) {
  const { length } = bytes;
  for (let back = 1; back <= 3 && back <= length; back++) {
    const byte = bytes[length - back];
    if ((byte & 0xc0) === 0x80)
      continue;
    const size = byte < 0xc2 || byte > 0xf4 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
    return size > back && couldContinue(byte, back > 1 ? bytes[length - back + 1] : 0x80, back) ? back : 0;
  }
  return 0;
}

// Overlong forms, surrogates and what is too high are wrong at the second byte already.
function couldContinue(lead, second, have) {
  if (have < 2)
    return true;
  return !((lead === 0xe0 && second < 0xa0) || (lead === 0xed && second > 0x9f) ||
           (lead === 0xf0 && second < 0x90) || (lead === 0xf4 && second > 0x8f));
}

class Utf8Reader {
  kept = NOTHING;
  constructor(fatal) { this.fatal = fatal; }
  read(bytes, flush) {
    bytes = join(this.kept, bytes);
    const tail = flush ? 0 : utf8Tail(bytes);
    const end = bytes.length - tail;
    this.kept = tail === 0 ? NOTHING : bytes.slice(end);
    if (end === 0)
      return '';
    if (this.fatal && !binding.isUtf8(tail === 0 ? bytes : bytes.subarray(0, end))) {
      this.kept = NOTHING;
      return undefined;
    }
    return utf8.slice(bytes, 0, end);
  }
}

class Utf16Reader {
  kept = NOTHING;
  constructor(fatal, big) {
    this.fatal = fatal;
    this.big = big;
  }
  read(bytes, flush) {
    bytes = join(this.kept, bytes);
    let tail = bytes.length % 2;
    // Half a pair waits for its other half.
    const high = bytes.length - tail - (this.big ? 2 : 1);
    if (!flush && high >= 0 && (bytes[high] & 0xfc) === 0xd8)
      tail += 2;
    const end = bytes.length - tail;
    this.kept = tail === 0 || flush ? NOTHING : bytes.slice(end);
    let body = bytes;
    if (this.big)
      body = binding.swap(bytes.slice(0, end), 2);
    const text = end === 0 ? '' : utf16le.slice(body, 0, end);
    const isWhole = (!flush || tail === 0) && text.isWellFormed();
    if (!isWhole && this.fatal) {
      this.kept = NOTHING;
      return undefined;
    }
    return text.toWellFormed() + (flush && tail !== 0 ? '\ufffd' : '');
  }
}

// Bytes above 0x7f are code points of the private use area.
class UserDefinedReader {
  read(bytes) {
    let text = '';
    for (let i = 0; i < bytes.length; i++)
      text += String.fromCharCode(bytes[i] < 0x80 ? bytes[i] : 0xf700 + bytes[i]);
    return text;
  }
}

class ConverterReader {
  constructor(encoding, fatal) {
    const { decode, open } = internalBinding('encoding');
    this.converter = open(require('internal/encoding/labels').icuName(encoding), fatal);
    this.decode = decode;
  }
  read(bytes, flush) { return this.decode(this.converter, bytes, flush); }
}

// One character per byte, from a table that is ICU's but for some places.
class TableReader {
  constructor(patch, fatal) {
    const [base, ...places] = patch.split(' ');
    const { decode, open } = internalBinding('encoding');
    const converter = open(base, false);
    this.fatal = fatal;
    this.table = new Uint16Array(256);
    for (let i = 0; i < 256; i++)
      this.table[i] = decode(converter, Uint8Array.of(i), true).charCodeAt(0);
    for (const place of places) {
      const [byte, point] = place.split('=');
      this.table[parseInt(byte, 16)] = parseInt(point, 16);
    }
  }
  read(bytes) {
    const units = new Uint16Array(bytes.length);
    for (let i = 0; i < bytes.length; i++) {
      units[i] = this.table[bytes[i]];
      if (this.fatal && units[i] === 0xfffd)
        return undefined;
    }
    return units.length === 0 ? '' : utf16le.slice(new Uint8Array(units.buffer), 0, units.byteLength);
  }
}

function readerFor(encoding, fatal) {
  if (encoding === 'utf-8')
    return new Utf8Reader(fatal);
  if (encoding === 'utf-16le' || encoding === 'utf-16be')
    return new Utf16Reader(fatal, encoding === 'utf-16be');
  if (encoding === 'x-user-defined')
    return new UserDefinedReader();
  if (encoding === undefined || encoding === 'replacement')
    return undefined;
  const patch = require('internal/encoding/labels').PATCHES[encoding];
  if (patch !== undefined)
    return new TableReader(patch, fatal);
  const reader = new ConverterReader(encoding, fatal);
  return reader.converter === undefined ? undefined : reader;
}

function bytesOf(input) {
  if (input === undefined)
    return NOTHING;
  if (input instanceof Uint8Array)
    return input;
  if (isView(input))
    return new Uint8Array(input.buffer, input.byteOffset, input.byteLength);
  if (input instanceof ArrayBuffer || input instanceof SharedArrayBuffer)
    return new Uint8Array(input);
  const tag = Object.prototype.toString.call(input);
  if (tag === '[object ArrayBuffer]' || tag === '[object SharedArrayBuffer]')
    return new Uint8Array(input);
  throw new ERR_INVALID_ARG_TYPE('input', ['SharedArrayBuffer', 'ArrayBuffer', 'ArrayBufferView'], input);
}

class TextDecoder {
  #encoding;
  #fatal;
  #ignoreBOM;
  #reader;
  #started = false;

  constructor(encoding = 'utf-8', options = {}) {
    encoding = `${encoding}`;
    validateObject(options, 'options', kValidateObjectAllowObjectsAndNull);
    const name = getEncodingFromLabel(encoding);
    this.#fatal = Boolean(options?.fatal);
    this.#ignoreBOM = Boolean(options?.ignoreBOM);
    this.#reader = readerFor(name, this.#fatal);
    if (this.#reader === undefined)
      throw new ERR_ENCODING_NOT_SUPPORTED(encoding);
    this.#encoding = name;
  }

  get encoding() {
    check(#fatal in this);
    return this.#encoding;
  }

  get fatal() {
    check(#fatal in this);
    return this.#fatal;
  }

  get ignoreBOM() {
    check(#fatal in this);
    return this.#ignoreBOM;
  }

  decode(input = undefined, options = {}) {
    check(#fatal in this);
    const bytes = bytesOf(input);
    validateObject(options, 'options', kValidateObjectAllowObjectsAndNull);
    const flush = !options?.stream;
    let text = this.#reader.read(bytes, flush);
    if (text === undefined) {
      this.#started = false;
      throw new ERR_ENCODING_INVALID_ENCODED_DATA(this.#encoding, undefined);
    }
    if (!this.#started && text !== '') {
      this.#started = true;
      if (!this.#ignoreBOM && text.charCodeAt(0) === 0xfeff && this.#encoding.startsWith('utf-'))
        text = text.slice(1);
    }
    if (flush)
      this.#started = false;
    return text;
  }

  [customInspect](depth, options) {
    check(#fatal in this);
    if (typeof depth === 'number' && depth < 0)
      return this;
    const { inspect } = require('internal/util/inspect');
    const shown = { encoding: this.#encoding, fatal: this.#fatal, ignoreBOM: this.#ignoreBOM };
    return `TextDecoder ${inspect(shown, options)}`;
  }
}

function check(isOurs, name = 'TextDecoder') {
  if (!isOurs)
    throw new ERR_INVALID_THIS(name);
}

const counts = new Uint32Array(2);

class TextEncoder {
  #ours = true;

  get encoding() {
    check(#ours in this, 'TextEncoder');
    return 'utf-8';
  }

  encode(input = '') {
    check(#ours in this, 'TextEncoder');
    return new Uint8Array(binding.encodeUtf8(`${input}`));
  }

  encodeInto(src, dest) {
    check(#ours in this, 'TextEncoder');
    if (typeof src !== 'string')
      throw new ERR_INVALID_ARG_TYPE('src', 'string', src);
    if (!(dest instanceof Uint8Array) && Object.prototype.toString.call(dest) !== '[object Uint8Array]')
      throw new ERR_INVALID_ARG_TYPE('dest', 'Uint8Array', dest);
    binding.encodeInto(src, dest, counts);
    return { read: counts[0], written: counts[1] };
  }

  [customInspect](depth, options) {
    check(#ours in this, 'TextEncoder');
    if (typeof depth === 'number' && depth < 0)
      return this;
    return require('internal/util/inspect').inspect({ encoding: 'utf-8' }, options);
  }
}

function publish(constructor, names) {
  for (const name of names)
    Object.defineProperty(constructor.prototype, name, { __proto__: null, enumerable: true });
  Object.defineProperty(constructor.prototype, Symbol.toStringTag, {
    __proto__: null, configurable: true, value: constructor.name,
  });
}

publish(TextDecoder, ['decode', 'encoding', 'fatal', 'ignoreBOM']);
publish(TextEncoder, ['encoding', 'encode', 'encodeInto']);

module.exports = { TextDecoder, TextEncoder, getEncodingFromLabel };
