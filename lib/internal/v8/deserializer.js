'use strict';
// v8.Deserializer: the bytes that internal/v8/wire describes to values.
// (1) The input is not trusted: what is cut short, or counts something else than it has, fails.
// (2) Objects are numbered as the serializer did, before their parts are read.

const {
  Array, ArrayBuffer, ArrayBufferIsView: isView, ArrayPrototypeFind, ArrayPrototypePush, BigInt,
  BigIntAsUintN, Date, Map, MapPrototypeSet, MathFloor, Number, Object, ObjectDefineProperty,
  ObjectKeys, RegExp, SafeMap, Set, SetPrototypeAdd, StringFromCharCode, TypedArrayPrototypeSet,
  Uint8Array,
} = primordials;
const { bufferFrom } = require('internal/buffer');
const { VERSION, OLDEST, TAG, PART, ERROR_KINDS, VIEWS, LENGTH_TRACKING, FLAGS, HOST_TYPES, kState,
        keep, needsNew, needsView } = require('internal/v8/wire');
const types = require('internal/util/types');

const CANNOT = 'Unable to deserialize cloned data.';
const BAD_VERSION = 'Unable to deserialize cloned data due to invalid or unsupported version.';
const MAX_VARINT = 10;

const fail = (message = CANNOT) => { throw new primordials.Error(message); };
const put = (target, key, value) => ObjectDefineProperty(
  target, key, { __proto__: null, value, writable: true, enumerable: true, configurable: true });
const nameOf = (table, value) =>
  ArrayPrototypeFind.call(ObjectKeys(table), (name) => table[name] === value);

class Reader {
  owner;
  bytes;
  at = 0;
  version = 0;
  objects = [];
  transferred = new SafeMap();

  constructor(owner, bytes) {
    this.owner = owner;
    this.bytes = bytes;
  }

  // The place of the next `count` bytes.
  take(count, message) {
    const { at } = this;
    if (count > this.bytes.length - at)
      fail(message);
    this.at = at + count;
    return at;
  }

  byte(message) { return this.bytes[this.take(1, message)]; }

  varint64(message) {
    let value = 0n;
    for (let i = 0n; i < MAX_VARINT; i++) {
      const byte = this.byte(message);
      value |= BigInt(byte & 127) << (7n * i);
      if (byte < 128)
        break;
    }
    return BigIntAsUintN(64, value);
  }

  varint(message) {
    const first = this.bytes[this.at];
    if (first < 128) {
      this.at++;
      return first;
    }
    return Number(BigIntAsUintN(32, this.varint64(message)));
  }

  double(message) { return this.bytes.readDoubleLE(this.take(8, message)); }

  raw(count, message) {
    const at = this.take(count, message);
    return this.bytes.subarray(at, at + count);
  }

  text(encoding) { return this.raw(this.varint()).toString(encoding); }

  bigint() {
    const field = this.varint();
    const size = field >>> 1;
    let value = 0n;
    const bytes = this.raw(size);
    for (let i = size - 8; i >= 0; i -= 8)
      value = (value << 64n) | bytes.readBigUInt64LE(i);
    return field & 1 ? -value : value;
  }

  keep(object) {
    ArrayPrototypePush.call(this.objects, object);
    return object;
  }

  // The next tag, without padding.
  tag() {
    let tag;
    do
      tag = this.byte();
    while (tag === TAG.padding);
    return tag;
  }

  peek() {
    while (this.bytes[this.at] === TAG.padding)
      this.at++;
    return this.bytes[this.at];
  }

  value() {
    const read = READERS[this.tag()];
    if (read === undefined)
      fail();
    const value = read(this);
    // A buffer may stand there for the sake of a view of it.
    if (this.peek() === TAG.view && types.isAnyArrayBuffer(value))
      return readView(this, value);
    return value;
  }

  string() {
    const value = this.value();
    return typeof value === 'string' ? value : fail();
  }

  // Up to the end's tag; their number follows it.
  properties(object, end) {
    let count = 0;
    for (; this.peek() !== end; count++) {
      const key = this.value();
      if (typeof key !== 'string' && typeof key !== 'number')
        fail();
      put(object, key, this.value());
    }
    this.at++;
    if (this.varint() !== count)
      fail();
    return object;
  }

  entries(end) {
    const all = [];
    while (this.peek() !== end)
      ArrayPrototypePush.call(all, this.value());
    this.at++;
    return this.varint() === all.length ? all : fail();
  }
}

function readDense(reader) {
  const length = reader.varint();
  if (length > reader.bytes.length - reader.at)
    fail();
  const array = reader.keep(new Array(length));
  for (let i = 0; i < length; i++) {
    if (reader.peek() === TAG.hole)
      reader.at++;
    else
      put(array, i, reader.value());
  }
  reader.properties(array, TAG.endDense);
  return reader.varint() === length ? array : fail();
}

function readSparse(reader) {
  const length = reader.varint();
  const array = reader.keep([]);
  array.length = length;
  reader.properties(array, TAG.endSparse);
  return reader.varint() === length ? array : fail();
}

// Collections are numbered before their entries are read, and filled afterwards.
function readMap(reader) {
  const map = reader.keep(new Map());
  const entries = reader.entries(TAG.endMap);
  if (entries.length % 2 !== 0)
    fail();
  for (let i = 0; i < entries.length; i += 2)
    MapPrototypeSet.call(map, entries[i], entries[i + 1]);
  return map;
}

function readSet(reader) {
  const set = reader.keep(new Set());
  const entries = reader.entries(TAG.endSet);
  for (let i = 0; i < entries.length; i++)
    SetPrototypeAdd.call(set, entries[i]);
  return set;
}

function readRegExp(reader) {
  const id = ArrayPrototypePush.call(reader.objects, undefined) - 1;
  const source = reader.string();
  const bits = reader.varint();
  let flags = '';
  for (let i = 0; i < FLAGS.length; i++) {
    if (MathFloor(bits / 2 ** i) % 2 === 1)
      flags += FLAGS[i];
  }
  try {
    return reader.objects[id] = new RegExp(source, flags);
  } catch {
    return fail();
  }
}

function readBuffer(reader, isResizable) {
  const length = reader.varint();
  const options = isResizable ? { __proto__: null, maxByteLength: reader.varint() } : undefined;
  if (isResizable && options.maxByteLength < length)
    fail();
  const bytes = reader.raw(length);
  const buffer = new ArrayBuffer(length, options);
  TypedArrayPrototypeSet.call(new Uint8Array(buffer), bytes);
  return reader.keep(buffer);
}

function readTransferred(reader) {
  return reader.keep(reader.transferred.get(reader.varint()) ?? fail());
}

function readView(reader, buffer) {
  reader.at++;
  const name = nameOf(VIEWS, StringFromCharCode(reader.byte()));
  const offset = reader.varint();
  const size = reader.varint();
  const flags = reader.version >= 14 ? reader.varint() : 0;
  const Type = globalThis[name] ?? fail();
  try {
    return reader.keep(new Type(buffer, offset, flags & LENGTH_TRACKING ?
      undefined : size / (Type.BYTES_PER_ELEMENT ?? 1)));
  } catch {
    return fail();
  }
}

function readError(reader) {
  const id = ArrayPrototypePush.call(reader.objects, undefined) - 1;
  const { errorClass } = require('internal/error_stack');
  let Type = errorClass('Error');
  const parts = { __proto__: null };
  for (let tag = reader.byte(); tag !== PART.end; tag = reader.byte()) {
    if (tag === PART.message || tag === PART.stack)
      parts[nameOf(PART, tag)] = reader.string();
    else if (tag === PART.cause)
      parts.cause = reader.value();
    else
      Type = errorClass(nameOf(ERROR_KINDS, tag) ?? fail());
  }
  const error = parts.message === undefined ? new Type() : new Type(parts.message);
  const define = (key) => ObjectDefineProperty(error, key, {
    __proto__: null, value: parts[key], writable: true, enumerable: false, configurable: true,
  });
  define('stack');
  if ('cause' in parts)
    define('cause');
  return reader.objects[id] = error;
}

// The object is numbered before the program reads what it wrote.
function readHost(reader) {
  const { owner } = reader;
  if (typeof owner._readHostObject !== 'function')
    fail();
  const id = ArrayPrototypePush.call(reader.objects, undefined) - 1;
  const value = owner._readHostObject();
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null)
    throw new primordials.TypeError('readHostObject must return an object');
  return reader.objects[id] = value;
}

const READERS = {
  __proto__: null,
  [TAG.undefined]: () => undefined,
  [TAG.null]: () => null,
  [TAG.true]: () => true,
  [TAG.false]: () => false,
  [TAG.int](reader) {
    const bits = reader.varint();
    return (bits >>> 1) ^ -(bits & 1);
  },
  [TAG.uint]: (reader) => reader.varint(),
  [TAG.double]: (reader) => reader.double(),
  [TAG.bigint]: (reader) => reader.bigint(),
  [TAG.latin1]: (reader) => reader.text('latin1'),
  [TAG.twoByte]: (reader) => reader.text('utf16le'),
  [TAG.utf8]: (reader) => reader.text('utf8'),
  [TAG.reference]: (reader) => reader.objects[reader.varint()] ?? fail(),
  [TAG.object]: (reader) => reader.properties(reader.keep({}), TAG.endObject),
  [TAG.dense]: readDense,
  [TAG.sparse]: readSparse,
  [TAG.date]: (reader) => reader.keep(new Date(reader.double())),
  [TAG.trueObject]: (reader) => reader.keep(Object(true)),
  [TAG.falseObject]: (reader) => reader.keep(Object(false)),
  [TAG.numberObject]: (reader) => reader.keep(Object(reader.double())),
  [TAG.bigintObject]: (reader) => reader.keep(Object(reader.bigint())),
  [TAG.stringObject]: (reader) => reader.keep(Object(reader.string())),
  [TAG.regexp]: readRegExp,
  [TAG.map]: readMap,
  [TAG.set]: readSet,
  [TAG.buffer]: (reader) => readBuffer(reader, false),
  [TAG.resizable]: (reader) => readBuffer(reader, true),
  [TAG.transferred]: readTransferred,
  [TAG.shared]: readTransferred,
  [TAG.error]: readError,
  [TAG.host]: readHost,
};

function Deserializer(buffer) {
  if (new.target === undefined)
    throw needsNew('Deserializer');
  if (!isView(buffer))
    throw needsView('buffer');
  this.buffer = buffer;
  keep(this, new Reader(this, bufferFrom(buffer.buffer, buffer.byteOffset, buffer.byteLength)));
}

const methods = {
  readHeader() {
    const reader = this[kState];
    if (reader.byte(BAD_VERSION) !== TAG.version)
      fail(BAD_VERSION);
    const version = reader.varint(BAD_VERSION);
    if (!(version >= OLDEST && version <= VERSION))
      fail(BAD_VERSION);
    reader.version = version;
    return true;
  },

  readValue() { return this[kState].value(); },

  getWireFormatVersion() { return this[kState].version; },

  transferArrayBuffer(id, arrayBuffer) { this[kState].transferred.set(id >>> 0, arrayBuffer); },

  readUint32() { return this[kState].varint('ReadUint32() failed'); },

  readUint64() {
    const value = this[kState].varint64('ReadUint64() failed');
    return [Number(value >> 32n), Number(value & 0xffffffffn)];
  },

  readDouble() { return this[kState].double('ReadDouble() failed'); },

  readRawBytes(length) { return this[kState].raw(length, 'ReadRawBytes() failed'); },
};
const list = ObjectKeys(methods);
for (let i = 0; i < list.length; i++) {
  const name = list[i];
  ObjectDefineProperty(Deserializer.prototype, name, {
    __proto__: null, value: methods[name], writable: true, enumerable: false, configurable: true,
  });
}

class DefaultDeserializer extends Deserializer {
  constructor(buffer) { super(buffer); }

  // In memory of its own: it must be aligned, and may be changed.
  _readHostObject() {
    const name = HOST_TYPES[this.readUint32()];
    const bytes = this.readRawBytes(this.readUint32());
    if (name === 'Buffer')
      return bufferFrom(bytes);
    const Type = globalThis[name] ?? fail();
    return new Type(new Uint8Array(bytes).buffer, 0,
                    MathFloor(bytes.length / (Type.BYTES_PER_ELEMENT ?? 1)));
  }
}

function deserialize(buffer) {
  const deserializer = new DefaultDeserializer(buffer);
  deserializer.readHeader();
  return deserializer.readValue();
}

module.exports = { Deserializer, DefaultDeserializer, deserialize };
