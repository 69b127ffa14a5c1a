'use strict';
// v8.Serializer: values to the bytes that internal/v8/wire describes.
// (1) An object gets its number before its parts are written; met again, it is a reference.
// (2) Text of two bytes per character begins at an even place: padding stands before it.
// (3) What V8 writes depends on how it stores an array. Here: dense without holes, and all numbers
//     are doubles when one of them is.

const {
  ArrayBufferIsView: isView, ArrayBufferPrototypeGetByteLength, ArrayBufferPrototypeGetDetached,
  ArrayBufferPrototypeGetMaxByteLength, ArrayBufferPrototypeGetResizable, ArrayIsArray,
  ArrayPrototypeIndexOf, BigInt, BigInt64Array, BigIntAsUintN, BigIntPrototypeValueOf, Boolean,
  BooleanPrototypeValueOf, DatePrototypeGetTime, Float64Array, MapPrototypeForEach, MathFloor,
  MathMax, Number, NumberPrototypeValueOf, ObjectDefineProperty, ObjectGetOwnPropertyDescriptor,
  ObjectHasOwn: hasOwn, ObjectIs, ObjectKeys: keysOf, ObjectPrototypeToString,
  RegExpPrototypeExec, RegExpPrototypeGetSource, SafeArray, SafeMap, SetPrototypeForEach, String,
  StringPrototypeCharCodeAt, StringPrototypeIncludes, StringPrototypeValueOf,
  TypedArrayPrototypeGetBuffer, TypedArrayPrototypeSet, Uint8Array,
} = primordials;
const { Buffer } = require('buffer');
const { FastBuffer } = require('internal/buffer');
const { latin1, utf16le } = require('internal/buffer/codec');
const { describe, isCloneable } = require('internal/structured_clone');
const { kTransfer } = require('internal/messaging/transfer');
const { flagsOf } = require('internal/util/regexp_flags');
const types = require('internal/util/types');
const { VERSION, TAG, PART, ERROR_KINDS, VIEWS, LENGTH_TRACKING,
        OF_RESIZABLE, FLAGS, HOST_TYPES, viewName, bufferOf,
        byteLengthOf, byteOffsetOf, kState, setState, needsNew,
        needsView } = require('internal/v8/wire');

const ENOUGH = 256;
const scratchDouble = new Float64Array(1);
const scratchBytes = new Uint8Array(TypedArrayPrototypeGetBuffer.call(scratchDouble));
const scratchBigInt = new BigInt64Array(TypedArrayPrototypeGetBuffer.call(scratchDouble));
const isWide = (text) => RegExpPrototypeExec.call(/[^\0-\xff]/, text) !== null;
const isInt = (value) => (value | 0) === value && !ObjectIs(value, -0);

function varintSize(value) {
  let size = 1;
  for (; value >= 128; value = MathFloor(value / 128))
    size++;
  return size;
}

class Writer {
  owner;
  bytes = new Uint8Array(ENOUGH);
  size = ENOUGH;
  used = 0;
  seen = new SafeMap();
  transferred = new SafeMap();
  viewsAreHosts = false;

  constructor(owner) {
    this.owner = owner;
  }

  // Room for `count` bytes; returns where it begins. `bytes` may be another one afterwards.
  take(count) {
    const at = this.used;
    this.used += count;
    if (this.used > this.size) {
      this.size = MathMax(this.used, this.size * 2);
      const bytes = new Uint8Array(this.size);
      TypedArrayPrototypeSet.call(bytes, this.bytes);
      this.bytes = bytes;
    }
    return at;
  }

  byte(value) {
    const at = this.take(1);
    this.bytes[at] = value;
  }

  varint(value) {
    for (; value >= 128; value = MathFloor(value / 128))
      this.byte((value % 128) | 128);
    this.byte(value);
  }

  varint64(value) {
    for (; value >= 128n; value >>= 7n)
      this.byte(Number(value & 127n) | 128);
    this.byte(Number(value));
  }

  double(value) {
    scratchDouble[0] = value;
    this.raw(scratchBytes, 8);
  }

  raw(bytes, count) {
    const at = this.take(count);
    TypedArrayPrototypeSet.call(this.bytes, bytes, at);
  }

  text(value) {
    if (!isWide(value)) {
      this.byte(TAG.latin1);
      this.varint(value.length);
      const at = this.take(value.length);
      latin1.write(this.bytes, value, at, value.length);
      return;
    }
    const size = value.length * 2;
    if ((this.used + 1 + varintSize(size)) & 1)
      this.byte(TAG.padding);
    this.byte(TAG.twoByte);
    this.varint(size);
    const at = this.take(size);
    utf16le.write(this.bytes, value, at, size);
  }

  number(value) {
    if (!isInt(value)) {
      this.byte(TAG.double);
      this.double(value);
      return;
    }
    this.byte(TAG.int);
    this.varint(((value << 1) ^ (value >> 31)) >>> 0);
  }

  // Sign and size, then the size in digits of 64 bits.
  bigint(value) {
    const digits = new SafeArray();
    for (let rest = value < 0n ? -value : value; rest > 0n; rest >>= 64n)
      digits.push(BigIntAsUintN(64, rest));
    this.varint(digits.length * 16 + (value < 0n ? 1 : 0));
    for (let i = 0; i < digits.length; i++) {
      scratchBigInt[0] = digits[i];
      this.raw(scratchBytes, 8);
    }
  }

  fail(message) { throw this.owner._getDataCloneError(message); }

  value(value) {
    switch (typeof value) {
      case 'undefined': return this.byte(TAG.undefined);
      case 'boolean': return this.byte(value ? TAG.true : TAG.false);
      case 'number': return this.number(value);
      case 'string': return this.text(value);
      case 'bigint':
        this.byte(TAG.bigint);
        return this.bigint(value);
      case 'object':
        return value === null ? this.byte(TAG.null) : this.object(value);
      default:
        return this.fail(`${describe(value)} could not be cloned.`);
    }
  }

  object(value) {
    if (isView(value) && !this.viewsAreHosts && !this.seen.has(value))
      this.value(bufferOf(value));
    const known = this.seen.get(value);
    if (known !== undefined) {
      this.byte(TAG.reference);
      this.varint(known);
      return;
    }
    this.seen.set(value, this.seen.size);
    for (let i = 0; i < WRITERS.length; i++) {
      const { 0: is, 1: write } = WRITERS[i];
      if (is(value, this))
        return write(this, value);
    }
    if (!isCloneable(value))
      this.fail(`${describe(value)} could not be cloned.`);
    writePlain(this, value);
  }

  // An index as a number, as V8 has it; returns how many there were.
  properties(object, keys, first = 0) {
    let count = 0;
    for (let i = first; i < keys.length; i++) {
      const key = keys[i];
      if (!hasOwn(object, key))
        continue;    // a getter removed it
      const index = key >>> 0;
      if (String(index) === key && index !== 0xffffffff)
        this.number(index);
      else
        this.text(key);
      this.value(object[key]);
      count++;
    }
    return count;
  }
}

function writePlain(writer, object) {
  writer.byte(TAG.object);
  const count = writer.properties(object, keysOf(object));
  writer.byte(TAG.endObject);
  writer.varint(count);
}

function writeArray(writer, array) {
  const keys = keysOf(array);
  const { length } = array;
  const isDense = length === 0 || keys[length - 1] === String(length - 1);
  writer.byte(isDense ? TAG.dense : TAG.sparse);
  writer.varint(length);
  if (isDense)
    writeElements(writer, array, length);
  const count = writer.properties(array, keys, isDense ? length : 0);
  writer.byte(isDense ? TAG.endDense : TAG.endSparse);
  writer.varint(count);
  writer.varint(length);
}

// Whether all elements are numbers and one of them is no integer. Holes do not count.
function areDoubles(array, length) {
  let found = false;
  for (let i = 0; i < length; i++) {
    if (!hasOwn(array, i))
      continue;
    if (typeof array[i] !== 'number')
      return false;
    found ||= !isInt(array[i]);
  }
  return found;
}

function writeElements(writer, array, length) {
  const doubles = areDoubles(array, length);
  for (let i = 0; i < length; i++) {
    if (doubles) {
      writer.byte(TAG.double);
      writer.double(array[i]);
    } else if (hasOwn(array, i)) {
      writer.value(array[i]);
    } else {
      writer.byte(TAG.hole);
    }
  }
}

function unboxed(object) {
  if (types.isBooleanObject(object))
    return BooleanPrototypeValueOf.call(object);
  if (types.isNumberObject(object))
    return NumberPrototypeValueOf.call(object);
  return types.isBigIntObject(object) ? BigIntPrototypeValueOf.call(object) :
    StringPrototypeValueOf.call(object);
}

function writeBoxed(writer, object) {
  const value = unboxed(object);
  if (typeof value === 'boolean') {
    writer.byte(value ? TAG.trueObject : TAG.falseObject);
  } else if (typeof value === 'number') {
    writer.byte(TAG.numberObject);
    writer.double(value);
  } else if (typeof value === 'bigint') {
    writer.byte(TAG.bigintObject);
    writer.bigint(value);
  } else {
    writer.byte(TAG.stringObject);
    writer.text(value);
  }
}

function writeRegExp(writer, pattern) {
  const flags = flagsOf(pattern);
  writer.byte(TAG.regexp);
  writer.text(RegExpPrototypeGetSource.call(pattern));
  let bits = 0;
  for (let i = 0; i < FLAGS.length; i++) {
    if (FLAGS[i] !== '' && StringPrototypeIncludes.call(flags, FLAGS[i]))
      bits += 2 ** i;
  }
  writer.varint(bits);
}

function entriesOf(map) {
  const entries = new SafeArray();
  MapPrototypeForEach.call(map, (value, key) => { entries.push(key, value); });
  return entries;
}

function valuesOf(set) {
  const values = new SafeArray();
  SetPrototypeForEach.call(set, (value) => { values.push(value); });
  return values;
}

// All entries first: writing one may run code that changes the collection.
function writeCollection(writer, entries, tag, end) {
  writer.byte(tag);
  for (let i = 0; i < entries.length; i++)
    writer.value(entries[i]);
  writer.byte(end);
  writer.varint(entries.length);
}

function writeBuffer(writer, buffer) {
  const id = writer.transferred.get(buffer);
  if (id !== undefined) {
    writer.byte(TAG.transferred);
    writer.varint(id);
    return;
  }
  if (ArrayBufferPrototypeGetDetached.call(buffer))
    writer.fail('An ArrayBuffer is detached and could not be cloned.');
  const isResizable = ArrayBufferPrototypeGetResizable.call(buffer);
  const size = ArrayBufferPrototypeGetByteLength.call(buffer);
  writer.byte(isResizable ? TAG.resizable : TAG.buffer);
  writer.varint(size);
  if (isResizable)
    writer.varint(ArrayBufferPrototypeGetMaxByteLength.call(buffer));
  writer.raw(new Uint8Array(buffer), size);
}

function writeShared(writer, buffer) {
  const { owner } = writer;
  if (typeof owner._getSharedArrayBufferId !== 'function')
    writer.fail('#<SharedArrayBuffer> could not be cloned.');
  const id = owner._getSharedArrayBufferId(buffer);
  writer.byte(TAG.shared);
  writer.varint(id >>> 0);
}

function writeView(writer, view) {
  const buffer = bufferOf(view);
  const isResizable = types.isArrayBuffer(buffer) && ArrayBufferPrototypeGetResizable.call(buffer);
  const offset = byteOffsetOf(view);
  const size = byteLengthOf(view);
  writer.byte(TAG.view);
  writer.byte(StringPrototypeCharCodeAt.call(VIEWS[viewName(view)], 0));
  writer.varint(offset);
  // A view of a resizable buffer that reaches its end is taken for one whose length follows the
  // buffer: the language does not expose the difference.
  const tracks = isResizable && offset + size === ArrayBufferPrototypeGetByteLength.call(buffer);
  writer.varint(tracks ? 0 : size);
  writer.varint((isResizable ? OF_RESIZABLE : 0) + (tracks ? LENGTH_TRACKING : 0));
}

function writeHost(writer, object) {
  const { owner } = writer;
  if (typeof owner._writeHostObject !== 'function')
    writer.fail(`${ObjectPrototypeToString.call(object)} could not be cloned.`);
  writer.byte(TAG.host);
  owner._writeHostObject(object);
}

function ownValue(error, key) {
  const descriptor = ObjectGetOwnPropertyDescriptor(error, key);
  return descriptor !== undefined && hasOwn(descriptor, 'value') ? descriptor.value : undefined;
}

function writeError(writer, error) {
  const message = ownValue(error, 'message');
  const { stack } = error;
  writer.byte(TAG.error);
  const kind = ERROR_KINDS[error.name];
  if (kind !== undefined)
    writer.byte(kind);
  if (message !== undefined) {
    writer.byte(PART.message);
    writer.text(String(message));
  }
  if (typeof stack === 'string') {
    writer.byte(PART.stack);
    writer.text(stack);
  }
  if (hasOwn(error, 'cause')) {
    writer.byte(PART.cause);
    writer.value(error.cause);
  }
  writer.byte(PART.end);
}

const WRITERS = [
  [(value) => types.isProxy(value) || types.isSymbolObject(value) || types.isArgumentsObject(value),
   (writer, value) => writer.fail(`${describe(value)} could not be cloned.`)],
  [ArrayIsArray, writeArray],
  [(value, writer) => isView(value) && writer.viewsAreHosts, writeHost],
  [isView, writeView],
  [types.isArrayBuffer, writeBuffer],
  [types.isSharedArrayBuffer, writeShared],
  [types.isMap, (writer, map) => writeCollection(
    writer, entriesOf(map), TAG.map, TAG.endMap)],
  [types.isSet, (writer, set) => writeCollection(
    writer, valuesOf(set), TAG.set, TAG.endSet)],
  [types.isDate, (writer, date) => {
    writer.byte(TAG.date);
    writer.double(DatePrototypeGetTime.call(date));
  }],
  [types.isRegExp, writeRegExp],
  [types.isNativeError, writeError],
  [types.isBoxedPrimitive, writeBoxed],
  [(value) => typeof value[kTransfer] === 'function', writeHost],
];

function Serializer() {
  if (new.target === undefined)
    throw needsNew('Serializer');
  setState(this, new Writer(this));
}

const methods = {
  writeHeader() {
    this[kState].byte(TAG.version);
    this[kState].byte(VERSION);
  },

  writeValue(value) {
    this[kState].value(value);
    return true;
  },

  releaseBuffer() {
    const state = this[kState];
    const bytes = new FastBuffer(state.used);
    TypedArrayPrototypeSet.call(
      bytes, new Uint8Array(TypedArrayPrototypeGetBuffer.call(state.bytes), 0, state.used));
    state.used = 0;
    return bytes;
  },

  transferArrayBuffer(id, arrayBuffer) { this[kState].transferred.set(arrayBuffer, id >>> 0); },

  writeUint32(value) { this[kState].varint(value >>> 0); },

  writeUint64(hi, lo) { this[kState].varint64((BigInt(hi >>> 0) << 32n) | BigInt(lo >>> 0)); },

  writeDouble(value) { this[kState].double(Number(value)); },

  writeRawBytes(source) {
    if (!isView(source))
      throw needsView('source');
    const count = byteLengthOf(source);
    this[kState].raw(new Uint8Array(bufferOf(source), byteOffsetOf(source), count), count);
  },

  _setTreatArrayBufferViewsAsHostObjects(flag) { this[kState].viewsAreHosts = Boolean(flag); },

  _getDataCloneError: primordials.Error,
};
const names = keysOf(methods);
for (let i = 0; i < names.length; i++) {
  const name = names[i];
  ObjectDefineProperty(Serializer.prototype, name, {
    __proto__: null, value: methods[name], writable: true, enumerable: false, configurable: true,
  });
}

class DefaultSerializer extends Serializer {
  constructor() {
    super();
    this._setTreatArrayBufferViewsAsHostObjects(true);
  }

  // Only the part of a buffer that the view shows.
  _writeHostObject(view) {
    if (!isView(view)) {
      const { inspect } = require('util');
      throw new this._getDataCloneError(`Unserializable host object: ${inspect(view)}`);
    }
    const name = view.constructor === Buffer ? 'Buffer' : viewName(view);
    this.writeUint32(ArrayPrototypeIndexOf.call(HOST_TYPES, name));
    this.writeUint32(byteLengthOf(view));
    this.writeRawBytes(view);
  }
}

function serialize(value) {
  const serializer = new DefaultSerializer();
  serializer.writeHeader();
  serializer.writeValue(value);
  return serializer.releaseBuffer();
}

module.exports = { Serializer, DefaultSerializer, serialize };
