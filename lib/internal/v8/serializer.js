'use strict';
// v8.Serializer: values to the bytes that internal/v8/wire describes.
// (1) An object gets its number before its parts are written; met again, it is a reference.
// (2) Text of two bytes per character begins at an even place: padding stands before it.
// (3) What V8 writes depends on how it stores an array. Here: dense without holes, and all numbers
//     are doubles when one of them is.

const {
  ArrayBufferIsView: isView, ArrayIsArray, ArrayPrototypeEvery, ArrayPrototypeIndexOf,
  ArrayPrototypePush, ArrayPrototypeSlice, BigInt, BigIntAsUintN, Boolean, DatePrototypeGetTime,
  MapPrototypeForEach, MathFloor, MathMax, Number, ObjectDefineProperty,
  ObjectGetOwnPropertyDescriptor, ObjectHasOwn: hasOwn, ObjectIs, ObjectKeys: keysOf,
  ObjectPrototypeToString, RegExpPrototypeExec, SafeMap, SetPrototypeForEach, String,
  StringPrototypeCharCodeAt, StringPrototypeIncludes, Uint8Array,
} = primordials;
const { Buffer } = require('buffer');
const { bufferAllocUnsafe, bufferFrom } = require('internal/buffer');
const { describe, isCloneable } = require('internal/structured_clone');
const { kTransfer } = require('internal/messaging/transfer');
const types = require('internal/util/types');
const { VERSION, TAG, PART, ERROR_KINDS, VIEWS, LENGTH_TRACKING, OF_RESIZABLE, FLAGS, HOST_TYPES,
        viewName, kState, keep, needsNew, needsView } = require('internal/v8/wire');

const ENOUGH = 256;
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
  bytes = bufferAllocUnsafe(ENOUGH);
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
    if (this.used > this.bytes.length) {
      const bytes = bufferAllocUnsafe(MathMax(this.used, this.bytes.length * 2));
      this.bytes.copy(bytes, 0, 0, at);
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
    const at = this.take(8);
    this.bytes.writeDoubleLE(value, at);
  }

  raw(bytes) {
    const at = this.take(bytes.length);
    this.bytes.set(bytes, at);
  }

  text(value) {
    if (!isWide(value)) {
      this.byte(TAG.latin1);
      this.varint(value.length);
      const at = this.take(value.length);
      this.bytes.latin1Write(value, at);
      return;
    }
    const size = value.length * 2;
    if ((this.used + 1 + varintSize(size)) & 1)
      this.byte(TAG.padding);
    this.byte(TAG.twoByte);
    this.varint(size);
    const at = this.take(size);
    this.bytes.ucs2Write(value, at);
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
    const digits = [];
    for (let rest = value < 0n ? -value : value; rest > 0n; rest >>= 64n)
      ArrayPrototypePush.call(digits, BigIntAsUintN(64, rest));
    this.varint(digits.length * 16 + (value < 0n ? 1 : 0));
    for (let i = 0; i < digits.length; i++) {
      const digit = digits[i];
      const at = this.take(8);
      this.bytes.writeBigUInt64LE(digit, at);
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
      this.value(value.buffer);
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
  properties(object, keys) {
    let count = 0;
    for (let i = 0; i < keys.length; i++) {
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
  const count = writer.properties(array, isDense ? ArrayPrototypeSlice.call(keys, length) : keys);
  writer.byte(isDense ? TAG.endDense : TAG.endSparse);
  writer.varint(count);
  writer.varint(length);
}

function writeElements(writer, array, length) {
  const doubles = ArrayPrototypeEvery.call(array, (each) => typeof each === 'number') &&
    !ArrayPrototypeEvery.call(array, isInt);
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

function writeBoxed(writer, object) {
  const value = object.valueOf();
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

function writeRegExp(writer, { source, flags }) {
  writer.byte(TAG.regexp);
  writer.text(source);
  let bits = 0;
  for (let i = 0; i < FLAGS.length; i++) {
    if (FLAGS[i] !== '' && StringPrototypeIncludes.call(flags, FLAGS[i]))
      bits += 2 ** i;
  }
  writer.varint(bits);
}

function entriesOf(map) {
  const entries = [];
  MapPrototypeForEach.call(map, (value, key) => { ArrayPrototypePush.call(entries, key, value); });
  return entries;
}

function valuesOf(set) {
  const values = [];
  SetPrototypeForEach.call(set, (value) => { ArrayPrototypePush.call(values, value); });
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
  if (buffer.detached)
    writer.fail('An ArrayBuffer is detached and could not be cloned.');
  writer.byte(buffer.resizable ? TAG.resizable : TAG.buffer);
  writer.varint(buffer.byteLength);
  if (buffer.resizable)
    writer.varint(buffer.maxByteLength);
  writer.raw(new Uint8Array(buffer));
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
  const { buffer } = view;
  writer.byte(TAG.view);
  writer.byte(StringPrototypeCharCodeAt.call(VIEWS[viewName(view)], 0));
  writer.varint(view.byteOffset);
  const tracks = buffer.resizable === true && isTracking(view);
  writer.varint(tracks ? 0 : view.byteLength);
  writer.varint((buffer.resizable ? OF_RESIZABLE : 0) + (tracks ? LENGTH_TRACKING : 0));
}

// Whether the view's length follows its buffer's. Only the buffer's own growth tells for sure;
// one that reaches the end is taken for such a view.
const isTracking = ({ buffer, byteOffset, byteLength }) =>
  byteOffset + byteLength === buffer.byteLength;

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
  keep(this, new Writer(this));
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
    const bytes = bufferFrom(state.bytes.subarray(0, state.used));
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
    this[kState].raw(new Uint8Array(source.buffer, source.byteOffset, source.byteLength));
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
    this.writeUint32(view.byteLength);
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
