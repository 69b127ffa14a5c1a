'use strict';
// v8.Deserializer: the bytes that internal/v8/wire describes to values.
// (1) The input is not trusted: what is cut short, or counts something else than it has, fails.
// (2) Objects are numbered as the serializer did, before their parts are read.

const {
  Array, ArrayBuffer, ArrayBufferIsView: isView, BigInt, BigInt64Array, BigIntAsUintN, Date,
  Float64Array, Map, MapPrototypeSet, MathFloor, Number, Object, ObjectDefineProperty,
  ObjectGetOwnPropertyDescriptor, ObjectHasOwn, ObjectKeys, RegExp, SafeArray, SafeMap, Set,
  SetPrototypeAdd, StringFromCharCode, TypedArrayPrototypeGetBuffer,
  TypedArrayPrototypeGetByteLength, TypedArrayPrototypeGetByteOffset, TypedArrayPrototypeSet,
  Uint8Array,
} = primordials;
const { FastBuffer } = require('internal/buffer');
const { latin1, utf16le, utf8 } = require('internal/buffer/codec');
const { VERSION, OLDEST, TAG, PART, ERROR_KINDS, VIEWS,
        LENGTH_TRACKING, FLAGS, HOST_TYPES, bufferOf, byteLengthOf,
        byteOffsetOf, kState, setState, needsNew, needsView } = require('internal/v8/wire');
const { setOwnProperty } = require('internal/util');
const types = require('internal/util/types');

const CANNOT = 'Unable to deserialize cloned data.';
const BAD_VERSION = 'Unable to deserialize cloned data due to invalid or unsupported version.';
const MAX_VARINT = 10;

const fail = (message = CANNOT) => { throw new primordials.Error(message); };
const put = (target, key, value) => ObjectDefineProperty(
  target, key, { __proto__: null, value, writable: true, enumerable: true, configurable: true });
const scratchDouble = new Float64Array(1);
const scratchBytes = new Uint8Array(TypedArrayPrototypeGetBuffer.call(scratchDouble));
const scratchBigInt = new BigInt64Array(TypedArrayPrototypeGetBuffer.call(scratchDouble));

function nameOf(table, value) {
  const names = ObjectKeys(table);
  for (let i = 0; i < names.length; i++) {
    if (table[names[i]] === value)
      return names[i];
  }
  return undefined;
}

// The constructor of a view. A program may have removed the global.
function viewClass(name) {
  const { value } = ObjectGetOwnPropertyDescriptor(globalThis, name) ?? fail();
  return value;
}

class Reader {
  owner;
  bytes;
  size;
  at = 0;
  version = 0;
  objects = new SafeArray();
  transferred = new SafeMap();

  constructor(owner, bytes) {
    this.owner = owner;
    this.bytes = bytes;
    this.size = TypedArrayPrototypeGetByteLength.call(bytes);
  }

  // The place of the next `count` bytes.
  take(count, message) {
    const { at } = this;
    if (count > this.size - at)
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

  // Copies the next bytes to the memory that scratchDouble and scratchBigInt share.
  scratch(count, message) {
    const at = this.take(count, message);
    for (let i = 0; i < 8; i++)
      scratchBytes[i] = i < count ? this.bytes[at + i] : 0;
  }

  double(message) {
    this.scratch(8, message);
    return scratchDouble[0];
  }

  raw(count, message) {
    const at = this.take(count, message);
    return new FastBuffer(TypedArrayPrototypeGetBuffer.call(this.bytes),
                          TypedArrayPrototypeGetByteOffset.call(this.bytes) + at, count);
  }

  text(codec) {
    const count = this.varint();
    const at = this.take(count);
    return count === 0 ? '' : codec.slice(this.bytes, at, at + count);
  }

  bigint() {
    const field = this.varint();
    const size = field >>> 1;
    let value = 0n;
    if (size > this.size - this.at)
      fail();
    for (let done = 0; done < size; done += 8) {
      this.scratch(size - done < 8 ? size - done : 8);
      value |= BigIntAsUintN(64, scratchBigInt[0]) << BigInt(done * 8);
    }
    return field & 1 ? -value : value;
  }

  // Gives the object its number.
  register(object) {
    this.objects.push(object);
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
    const all = new SafeArray();
    while (this.peek() !== end)
      all.push(this.value());
    this.at++;
    return this.varint() === all.length ? all : fail();
  }
}

function readDense(reader) {
  const length = reader.varint();
  if (length > reader.size - reader.at)
    fail();
  const array = reader.register(new Array(length));
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
  const array = reader.register([]);
  array.length = length;
  reader.properties(array, TAG.endSparse);
  return reader.varint() === length ? array : fail();
}

// Collections are numbered before their entries are read, and filled afterwards.
function readMap(reader) {
  const map = reader.register(new Map());
  const entries = reader.entries(TAG.endMap);
  if (entries.length % 2 !== 0)
    fail();
  for (let i = 0; i < entries.length; i += 2)
    MapPrototypeSet.call(map, entries[i], entries[i + 1]);
  return map;
}

function readSet(reader) {
  const set = reader.register(new Set());
  const entries = reader.entries(TAG.endSet);
  for (let i = 0; i < entries.length; i++)
    SetPrototypeAdd.call(set, entries[i]);
  return set;
}

function readRegExp(reader) {
  const id = reader.objects.push(undefined) - 1;
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
  return reader.register(buffer);
}

function readTransferred(reader) {
  return reader.register(reader.transferred.get(reader.varint()) ?? fail());
}

function readView(reader, buffer) {
  reader.at++;
  const name = nameOf(VIEWS, StringFromCharCode(reader.byte()));
  const offset = reader.varint();
  const size = reader.varint();
  const flags = reader.version >= 14 ? reader.varint() : 0;
  const Type = viewClass(name);
  const count = name === 'DataView' ? size : size / Type.BYTES_PER_ELEMENT;
  try {
    return reader.register(new Type(buffer, offset, flags & LENGTH_TRACKING ? undefined : count));
  } catch {
    return fail();
  }
}

function readError(reader) {
  const id = reader.objects.push(undefined) - 1;
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
  const id = reader.objects.push(undefined) - 1;
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
  [TAG.latin1]: (reader) => reader.text(latin1),
  [TAG.twoByte]: (reader) => reader.text(utf16le),
  [TAG.utf8]: (reader) => reader.text(utf8),
  [TAG.reference]: (reader) => reader.objects[reader.varint()] ?? fail(),
  [TAG.object]: (reader) => reader.properties(reader.register({}), TAG.endObject),
  [TAG.dense]: readDense,
  [TAG.sparse]: readSparse,
  [TAG.date]: (reader) => reader.register(new Date(reader.double())),
  [TAG.trueObject]: (reader) => reader.register(Object(true)),
  [TAG.falseObject]: (reader) => reader.register(Object(false)),
  [TAG.numberObject]: (reader) => reader.register(Object(reader.double())),
  [TAG.bigintObject]: (reader) => reader.register(Object(reader.bigint())),
  [TAG.stringObject]: (reader) => reader.register(Object(reader.string())),
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
  setOwnProperty(this, 'buffer', buffer);
  setState(this, new Reader(this, new Uint8Array(
    bufferOf(buffer), byteOffsetOf(buffer), byteLengthOf(buffer))));
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
    const index = this.readUint32();
    const bytes = this.readRawBytes(this.readUint32());
    const count = TypedArrayPrototypeGetByteLength.call(bytes);
    const name = ObjectHasOwn(HOST_TYPES, index) ? HOST_TYPES[index] : fail();
    const copy = new FastBuffer(count);
    TypedArrayPrototypeSet.call(copy, bytes);
    if (name === 'Buffer')
      return copy;
    const Type = viewClass(name);
    const size = name === 'DataView' ? 1 : Type.BYTES_PER_ELEMENT;
    return new Type(TypedArrayPrototypeGetBuffer.call(copy), 0, MathFloor(count / size));
  }
}

function deserialize(buffer) {
  const deserializer = new DefaultDeserializer(buffer);
  deserializer.readHeader();
  return deserializer.readValue();
}

module.exports = { Deserializer, DefaultDeserializer, deserialize };
