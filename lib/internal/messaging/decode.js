'use strict';
// Reads what encode.js has written.

const {
  Array, ArrayBuffer, BigInt, DataView, DataViewPrototypeGetBuffer, DataViewPrototypeGetFloat64,
  Date, Map, MapPrototypeSet, Object, ObjectDefineProperty, RegExp, SafeArray, Set, SetPrototypeAdd,
  StringPrototypeCharCodeAt, TypedArrayPrototypeGetBuffer, TypedArrayPrototypeGetByteOffset,
  TypedArrayPrototypeSet, Uint8Array,
} = primordials;
const binding = internalBinding('messaging');
const tags = require('internal/messaging/tags');
const { latin1, utf16le } = require('internal/buffer/codec');
const { errorNamed, VIEWS, VIEW_NAMES } = require('internal/structured_clone').internals;

const { latin1FromStaging, range, staging } = internalBinding('buffer');

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

const hidden = (value) => ({ __proto__: null, value, writable: true, configurable: true });
const invalid = () => new primordials.Error('A message could not be read');

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

  text(codec) {
    const length = this.size();
    if (codec === latin1 && length <= SHORT && length > 0)
      return this.shortText(length);
    const start = this.at;
    this.at += length;
    return length === 0 ? '' :
      codec.slice(new Uint8Array(this.buffer, this.offset + start, length), 0, length);
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
      case tags.LATIN1: return this.text(latin1);
      case tags.UTF16: return this.text(utf16le);
      case tags.BIGINT: return BigInt(this.value());
      case tags.SEEN: return this.seen[this.size()];
      case tags.MOVED: return this.transfers[this.size()];
      case tags.PLAIN: return this.pairs(this.keep({}));
      default: return READERS[tag](this);
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

const READERS = new SafeArray();
READERS[tags.DENSE] = (reader) => {
  const length = reader.size();
  const array = reader.keep(new Array(length));
  for (let i = 0; i < length; i++)
    setElement(array, i, reader.value());
  return array;
};
READERS[tags.SPARSE] = (reader) => {
  const array = reader.keep(new Array(reader.size()));
  return reader.pairs(array);
};
READERS[tags.DATE] = (reader) => reader.keep(new Date(reader.double()));
READERS[tags.REGEXP] = (reader) => reader.keep(new RegExp(reader.value(), reader.value()));
READERS[tags.MAP] = (reader) => {
  const map = reader.keep(new Map());
  for (let count = reader.size(); count > 0; count--) {
    const key = reader.value();
    MapPrototypeSet.call(map, key, reader.value());
  }
  return map;
};
READERS[tags.SET] = (reader) => {
  const set = reader.keep(new Set());
  for (let count = reader.size(); count > 0; count--)
    SetPrototypeAdd.call(set, reader.value());
  return set;
};
READERS[tags.ERROR] = (reader) => {
  // Its number comes first: its cause may refer to it.
  const name = reader.value();
  const message = reader.value();
  const stack = reader.value();
  const error = reader.keep(errorNamed(name, message));
  ObjectDefineProperty(error, 'stack', hidden(stack));
  if (reader.value())
    ObjectDefineProperty(error, 'cause', hidden(reader.value()));
  return error;
};
READERS[tags.DOM_EXCEPTION] = (reader) => {
  const { DOMException } = require('internal/domexception');
  const exception = reader.keep(new DOMException(reader.value(), reader.value()));
  ObjectDefineProperty(exception, 'stack', hidden(reader.value()));
  return exception;
};
READERS[tags.BOXED] = (reader) => {
  const at = reader.seen === undefined ? 0 : reader.seen.length;
  reader.keep(undefined);
  return reader.seen[at] = Object(reader.value());
};
READERS[tags.BUFFER] = (reader) => {
  const bytes = new Uint8Array(reader.size());
  return reader.keep(fill(bytes, reader));
};
READERS[tags.RESIZABLE] = (reader) => {
  const maxByteLength = reader.size();
  const buffer = new ArrayBuffer(reader.size(), { __proto__: null, maxByteLength });
  return reader.keep(fill(new Uint8Array(buffer), reader));
};
READERS[tags.SHARED] = (reader) => reader.keep(memory(reader.size()));
READERS[tags.VIEW] = (reader) => {
  const at = reader.seen === undefined ? 0 : reader.seen.length;
  reader.keep(undefined);
  const kind = reader.bytes[reader.at++];
  const offset = reader.size();
  const length = reader.size();
  const buffer = reader.value();
  const View = kind === VIEW_NAMES.length ? DataView : VIEWS[VIEW_NAMES[kind]];
  return reader.seen[at] = new View(buffer, offset, length);
};
READERS[tags.HOST] = (reader) => {
  const at = reader.seen === undefined ? 0 : reader.seen.length;
  reader.keep(undefined);
  const id = reader.value();
  const name = reader.value();
  return reader.seen[at] = require(id)[name](reader.value());
};

function fill(bytes, reader) {
  const buffer = TypedArrayPrototypeGetBuffer.call(bytes);
  TypedArrayPrototypeSet.call(bytes, reader.take(bytes.length));
  return buffer;
}

function memory(part) {
  const view = binding.takeView(part);
  if (view === undefined)
    throw invalid();
  return DataViewPrototypeGetBuffer.call(view);
}

const setElement = (array, i, value) => ObjectDefineProperty(array, i, {
  __proto__: null, value, writable: true, enumerable: true, configurable: true,
});

// ---- What was moved ----

function readTransfers(reader) {
  const list = new SafeArray();
  for (let count = reader.size(); count > 0; count--)
    list.push(readTransfer(reader));
  return list;
}

function readTransfer(reader) {
  const tag = reader.bytes[reader.at++];
  if (tag === tags.MOVED_BUFFER)
    return memory(reader.size());
  if (tag === tags.MOVED_PORT) {
    const port = arrivedPort(reader.size());
    reader.ports.push(port);
    return port;
  }
  if (tag !== tags.HOST)
    return READERS[tag](reader);
  const id = reader.value();
  const name = reader.value();
  const data = reader.value();
  const ports = new SafeArray();
  for (let count = reader.size(); count > 0; count--)
    ports.push(arrivedPort(reader.size()));
  return require(id)[name](data, ports);
}

const arrivedPort = (part) =>
  require('internal/messaging/port').arrive(binding.takeEnd(part));

let incoming;

// `got` is what binding.receive() has returned: a length, or the bytes.
function decode(got) {
  const isShort = typeof got === 'number';
  const reader = isShort ? incoming ??= new Reader(binding.rooms().incoming) : new Reader(got);
  const { bytes } = reader;
  reader.seen = undefined;
  reader.ports = new SafeArray();
  const second = bytes[0] | bytes[1] << 8 | bytes[2] << 16 | bytes[3] << 24;
  if (second !== (isShort ? got : got.length)) {
    reader.at = second;
    reader.transfers = readTransfers(reader);
    reader.seen = undefined;
  }
  reader.at = 4;
  const message = reader.value();
  reader.transfers = undefined;
  return { __proto__: null, message, ports: reader.ports };
}

module.exports = { decode };
