'use strict';
// Reads the messages that encode.js has written. decode_objects.js reads all objects but plain ones
// and arrays; many workers never load it.

const {
  Array, BigInt, DataView, DataViewPrototypeGetFloat64, ObjectDefineProperty, SafeArray,
  StringPrototypeCharCodeAt, TypedArrayPrototypeGetBuffer, TypedArrayPrototypeGetByteOffset,
  Uint8Array,
} = primordials;
const binding = internalBinding('messaging');
const tags = require('internal/messaging/tags');

const { latin1FromStaging, latin1Slice, range, staging, utf16leSlice } =
  internalBinding('buffer');

const SHORT = 32;
const PLACES = 256;
const recent = new SafeArray();

function isSame(text, bytes, at, length) {
  if (text.length !== length)
    return false;
  for (let i = 0; i < length; i++) {
    if (StringPrototypeCharCodeAt.call(text, i) !== bytes[at + i])
      return false;
  }
  return true;
}

const objects = () => require('internal/messaging/decode_objects');

class Reader {
  // Fields are defined, not assigned: a program may have put a setter on Object.prototype.
  bytes;
  buffer;
  offset;
  view;
  at = 0;
  seen;
  transfers;
  ports;

  constructor(bytes) {
    this.bytes = bytes;
    this.buffer = TypedArrayPrototypeGetBuffer.call(bytes);
    this.offset = TypedArrayPrototypeGetByteOffset.call(bytes);
    this.view = new DataView(this.buffer, this.offset);
  }

  size() {
    let n = 0, scale = 1, byte;
    do {
      byte = this.bytes[this.at++];
      n += (byte & 127) * scale;
      scale *= 128;
    } while (byte > 127);
    return n;
  }

  double() {
    const n = DataViewPrototypeGetFloat64.call(this.view, this.at, true);
    this.at += 8;
    return n;
  }

  text(isLatin1) {
    const length = this.size();
    if (isLatin1 && length <= SHORT && length > 0)
      return this.shortText(length);
    const start = this.at;
    this.at += length;
    if (length === 0)
      return '';
    range[0] = 0;
    range[1] = length;
    const part = new Uint8Array(this.buffer, this.offset + start, length);
    return isLatin1 ? latin1Slice(part) : utf16leSlice(part);
  }

  // Keys and short values come again and again: the last string of each place is reused.
  shortText(length) {
    const { bytes, at } = this;
    this.at = at + length;
    const place = (length * 31 + bytes[at] * 7 + bytes[at + length - 1] * 13 +
      bytes[at + (length >> 1)]) & (PLACES - 1);
    const known = recent[place];
    if (known !== undefined && isSame(known, bytes, at, length))
      return known;
    for (let i = 0; i < length; i++)
      staging[i] = bytes[at + i];
    range[1] = length;
    return recent[place] = latin1FromStaging();
  }

  integer() {
    const n = this.size();
    return n % 2 === 0 ? n / 2 : -(n + 1) / 2;
  }

  keep(object) {
    (this.seen ??= new SafeArray()).push(object);
    return object;
  }

  value() {
    const tag = this.bytes[this.at++];
    switch (tag) {
      case tags.UNDEFINED: return undefined;
      case tags.NULL: return null;
      case tags.TRUE: return true;
      case tags.FALSE: return false;
      case tags.INTEGER: return this.integer();
      case tags.DOUBLE: return this.double();
      case tags.LATIN1: return this.text(true);
      case tags.UTF16: return this.text(false);
      case tags.BIGINT: return BigInt(this.value());
      case tags.SEEN: return this.seen[this.size()];
      case tags.MOVED: return this.transfers[this.size()];
      case tags.PLAIN: return this.pairs(this.keep({}));
      case tags.DENSE: return readArray(this);
      default: return objects().read(tag, this);
    }
  }

  // A key that has no setter on the way is assigned, which takes a tenth of the time.
  pairs(object) {
    while (this.bytes[this.at] !== tags.END) {
      const key = this.value();
      const value = this.value();
      if (key in object)
        ObjectDefineProperty(object, key, {
          __proto__: null, value, writable: true, enumerable: true, configurable: true,
        });
      else
        object[key] = value;
    }
    this.at++;
    return object;
  }

  take(length) {
    const start = this.at;
    this.at += length;
    return new Uint8Array(this.buffer, this.offset + start, length);
  }
}

function readArray(reader) {
  const length = reader.size();
  const array = reader.keep(new Array(length));
  for (let i = 0; i < length; i++) {
    const value = reader.value();
    if (i in array)    // a setter of Array.prototype
      setElement(array, i, value);
    else
      array[i] = value;
  }
  return array;
}

const setElement = (array, i, value) => ObjectDefineProperty(array, i, {
  __proto__: null, value, writable: true, enumerable: true, configurable: true,
});

class Received {
  message;
  ports;
  constructor(message, ports) {
    this.message = message;
    this.ports = ports;
  }
}

let incoming;
const NO_PORTS = new SafeArray();

// `long` is what binding.receive() has returned: the bytes of a long message, or undefined; then
// `length` bytes are in the room for incoming messages.
function decode(long, length) {
  const isShort = long === undefined;
  const reader = isShort ? incoming ??= new Reader(binding.rooms().incoming) : new Reader(long);
  const { bytes } = reader;
  reader.seen = undefined;
  reader.ports = NO_PORTS;
  const second = bytes[0] | bytes[1] << 8 | bytes[2] << 16 | bytes[3] << 24;
  if (second !== (isShort ? length : long.length)) {
    reader.at = second;
    reader.ports = new SafeArray();
    reader.transfers = objects().readTransfers(reader);
    reader.seen = undefined;
  }
  reader.at = 4;
  const message = reader.value();
  reader.transfers = undefined;
  return new Received(message, reader.ports);
}

module.exports = { decode };
