'use strict';
// TextEncoder and TextDecoder.
// (1) A decoder is known by a private field: any other `this` throws ERR_INVALID_THIS.
// (2) What turns bytes into text is one of three readers (utf8, utf16, converter), each with
//     read(bytes, flush), which stores an unfinished character for the next call unless flushed,
//     and returns undefined for bytes that a fatal decoder must refuse.
// (3) The byte order mark is dropped from the text, once per stream, by the decoder itself.

const {
  ArrayBufferIsView: isView, Boolean, NumberParseInt, ObjectDefineProperty, ObjectSetPrototypeOf,
  StringFromCharCode, StringPrototypeCharCodeAt, StringPrototypeIsWellFormed, StringPrototypeSlice,
  StringPrototypeSplit, StringPrototypeStartsWith, StringPrototypeToLowerCase,
  StringPrototypeToWellFormed, SymbolFor, SymbolToStringTag, TypedArrayPrototypeGetBuffer,
  TypedArrayPrototypeGetByteOffset, TypedArrayPrototypeGetLength,
  TypedArrayPrototypeGetSymbolToStringTag, TypedArrayPrototypeSet, Uint16Array, Uint32Array,
  Uint8Array,
} = primordials;
const {
  codes: {
    ERR_ENCODING_INVALID_ENCODED_DATA,
    ERR_ENCODING_NOT_SUPPORTED,
    ERR_INVALID_ARG_TYPE,
    ERR_INVALID_THIS,
  },
} = require('internal/errors');
const { validateObject, kValidateObjectAllowObjectsAndNull } = require('internal/validators');
const { kEmptyObject } = require('internal/util');
const binding = internalBinding('buffer');
const { bytesOf: viewBytes, utf8, utf16le } = require('internal/buffer/codec');

const customInspect = SymbolFor('nodejs.util.inspect.custom');
const NOTHING = new Uint8Array(0);

const isSpace = (char) =>
  char === ' ' || char === '\t' || char === '\n' || char === '\f' || char === '\r';

function getEncodingFromLabel(label) {
  let start = 0;
  let end = label.length;
  while (start < end && isSpace(label[start]))
    start++;
  while (end > start && isSpace(label[end - 1]))
    end--;
  const name = StringPrototypeToLowerCase.call(StringPrototypeSlice.call(label, start, end));
  if (name === 'utf-8' || name === 'utf8')
    return 'utf-8';
  return require('internal/encoding/labels').nameOf(name);
}

const lengthOf = (bytes) => TypedArrayPrototypeGetLength.call(bytes);

function join(first, second) {
  const length = lengthOf(first);
  if (length === 0)
    return second;
  const joined = new Uint8Array(length + lengthOf(second));
  TypedArrayPrototypeSet.call(joined, first);
  TypedArrayPrototypeSet.call(joined, second, length);
  return joined;
}

// A view of a part. subarray() and slice() would ask the program's classes for their species.
const viewOf = (bytes, start, end) =>
  new Uint8Array(TypedArrayPrototypeGetBuffer.call(bytes),
                 TypedArrayPrototypeGetByteOffset.call(bytes) + start, end - start);
const copyOf = (bytes, start, end) => new Uint8Array(viewOf(bytes, start, end));

// How many bytes at the end begin a character that could still be completed.
function utf8Tail(bytes) {
  const length = lengthOf(bytes);
  for (let back = 1; back <= 3 && back <= length; back++) {
    const byte = bytes[length - back];
    if ((byte & 0xc0) === 0x80)
      continue;
    const size = byte < 0xc2 || byte > 0xf4 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
    const second = back > 1 ? bytes[length - back + 1] : 0x80;
    return size > back && couldContinue(byte, second, back) ? back : 0;
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
  unfinished = NOTHING;
  constructor(fatal) { this.fatal = fatal; }
  read(bytes, flush) {
    bytes = join(this.unfinished, bytes);
    const tail = flush ? 0 : utf8Tail(bytes);
    const length = lengthOf(bytes);
    const end = length - tail;
    this.unfinished = tail === 0 ? NOTHING : copyOf(bytes, end, length);
    if (end === 0)
      return '';
    if (this.fatal && !binding.isUtf8(tail === 0 ? bytes : viewOf(bytes, 0, end))) {
      this.unfinished = NOTHING;
      return undefined;
    }
    return utf8.slice(bytes, 0, end);
  }
}

class Utf16Reader {
  unfinished = NOTHING;
  constructor(fatal, big) {
    this.fatal = fatal;
    this.big = big;
  }
  read(bytes, flush) {
    bytes = join(this.unfinished, bytes);
    const length = lengthOf(bytes);
    let tail = length % 2;
    // Half a pair waits for its other half.
    const high = length - tail - (this.big ? 2 : 1);
    if (!flush && high >= 0 && (bytes[high] & 0xfc) === 0xd8)
      tail += 2;
    const end = length - tail;
    this.unfinished = tail === 0 || flush ? NOTHING : copyOf(bytes, end, length);
    let body = bytes;
    if (this.big)
      body = binding.swap16(copyOf(bytes, 0, end));
    const text = end === 0 ? '' : utf16le.slice(body, 0, end);
    const isWhole = (!flush || tail === 0) && StringPrototypeIsWellFormed.call(text);
    if (!isWhole && this.fatal) {
      this.unfinished = NOTHING;
      return undefined;
    }
    return StringPrototypeToWellFormed.call(text) + (flush && tail !== 0 ? '\ufffd' : '');
  }
}

// Bytes above 0x7f are code points of the private use area.
class UserDefinedReader {
  read(bytes) {
    let text = '';
    const length = lengthOf(bytes);
    for (let i = 0; i < length; i++)
      text += StringFromCharCode(bytes[i] < 0x80 ? bytes[i] : 0xf700 + bytes[i]);
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
    const entries = StringPrototypeSplit.call(patch, ' ');   // the base, then byte=point
    const { decode, open } = internalBinding('encoding');
    const converter = open(entries[0], false);
    this.fatal = fatal;
    this.table = new Uint16Array(256);
    const one = new Uint8Array(1);
    for (let i = 0; i < 256; i++) {
      one[0] = i;
      this.table[i] = StringPrototypeCharCodeAt.call(decode(converter, one, true), 0);
    }
    for (let i = 1; i < entries.length; i++) {
      const place = StringPrototypeSplit.call(entries[i], '=');
      this.table[NumberParseInt(place[0], 16)] = NumberParseInt(place[1], 16);
    }
  }
  read(bytes) {
    const length = lengthOf(bytes);
    const units = new Uint16Array(length);
    for (let i = 0; i < length; i++) {
      units[i] = this.table[bytes[i]];
      if (this.fatal && units[i] === 0xfffd)
        return undefined;
    }
    return length === 0 ? '' :
      utf16le.slice(new Uint8Array(TypedArrayPrototypeGetBuffer.call(units)), 0, length * 2);
  }
}

ObjectSetPrototypeOf(Utf8Reader.prototype, null);
ObjectSetPrototypeOf(Utf16Reader.prototype, null);
ObjectSetPrototypeOf(UserDefinedReader.prototype, null);
ObjectSetPrototypeOf(ConverterReader.prototype, null);
ObjectSetPrototypeOf(TableReader.prototype, null);

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

const isUint8Array = (value) =>
  TypedArrayPrototypeGetSymbolToStringTag.call(value) === 'Uint8Array';

function bytesOf(input) {
  if (input === undefined)
    return NOTHING;
  if (isUint8Array(input))
    return input;
  if (isView(input))
    return viewBytes(input);
  if (require('internal/util/types').isAnyArrayBuffer(input))
    return new Uint8Array(input);
  const error = new primordials.TypeError('The "list" argument must be an instance of ' +
    'SharedArrayBuffer, ArrayBuffer or ArrayBufferView.');
  ObjectDefineProperty(error, 'code', {
    __proto__: null, value: 'ERR_INVALID_ARG_TYPE', writable: true, enumerable: true,
    configurable: true,
  });
  throw error;
}

class TextDecoder {
  #encoding;
  #fatal;
  #ignoreBOM;
  #reader;
  #started = false;

  constructor(encoding = 'utf-8', options = kEmptyObject) {
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

  decode(input = undefined, options = kEmptyObject) {
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
      if (!this.#ignoreBOM && StringPrototypeCharCodeAt.call(text, 0) === 0xfeff &&
          StringPrototypeStartsWith.call(this.#encoding, 'utf-'))
        text = StringPrototypeSlice.call(text, 1);
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
    if (!isUint8Array(dest))
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
  const { prototype } = constructor;
  for (let i = 0; i < names.length; i++)
    ObjectDefineProperty(prototype, names[i], { __proto__: null, enumerable: true });
  ObjectDefineProperty(constructor.prototype, SymbolToStringTag, {
    __proto__: null, configurable: true, value: constructor.name,
  });
}

publish(TextDecoder, ['decode', 'encoding', 'fatal', 'ignoreBOM']);
publish(TextEncoder, ['encoding', 'encode', 'encodeInto']);

// For built-in modules: a program may replace that of the prototype.
const { decode } = TextDecoder.prototype;

module.exports = { TextDecoder, TextEncoder, decode, getEncodingFromLabel };
