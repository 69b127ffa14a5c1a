'use strict';
// What Readable and Writable have in common: options (the high-water mark and its two defaults, the
// encoding, methods) and chunks of bytes.

const {
  DataViewPrototypeGetBuffer, DataViewPrototypeGetByteLength, DataViewPrototypeGetByteOffset,
  NumberIsInteger, Object, ObjectGetPrototypeOf, ObjectHasOwn, Symbol, TypedArrayPrototypeGetBuffer,
  TypedArrayPrototypeGetByteLength, TypedArrayPrototypeGetByteOffset, TypedArrayPrototypeGetLength,
  TypedArrayPrototypeGetSymbolToStringTag,
} = primordials;
const { Buffer } = require('buffer');
const { FastBuffer } = require('internal/buffer');
const ObjectPrototype = Object.prototype;
let bytes = 64 * 1024;
let objects = 16;

function getDefaultHighWaterMark(objectMode) {
  return objectMode ? objects : bytes;
}

function setDefaultHighWaterMark(objectMode, value) {
  require('internal/validators').validateInteger(value, 'value', 0);
  if (objectMode)
    objects = value;
  else
    bytes = value;
}

// `sideKey` is the option of a duplex stream for one side.
function getHighWaterMark(objectMode, options, sideKey, isDuplex) {
  let mark = options.highWaterMark;
  if (mark == null && isDuplex)
    mark = options[sideKey];
  if (mark == null)
    return getDefaultHighWaterMark(objectMode);
  if (!NumberIsInteger(mark) || mark < 0) {
    const { codes } = require('internal/errors');
    throw new codes.ERR_INVALID_ARG_VALUE(
      `options.${isDuplex ? sideKey : 'highWaterMark'}`, mark);
  }
  return mark;
}

function defaultEncodingOf(options) {
  const encoding = options?.defaultEncoding;
  if (encoding == null)
    return 'utf8';
  if (!require('internal/buffer').isEncoding(encoding)) {
    const { codes } = require('internal/errors');
    throw new codes.ERR_UNKNOWN_ENCODING(encoding);
  }
  return encoding;
}

// options[name] for a method. Inherited ones count, but not those of Object.prototype: a program's
// property there is not meant for all streams.
function methodOf(options, name) {
  if (ObjectGetPrototypeOf(options) === ObjectPrototype && !ObjectHasOwn(options, name))
    return undefined;
  const method = options[name];
  return typeof method === 'function' ? method : undefined;
}

// Sets the methods that both kinds of stream take from their options.
function adoptShared(stream, options) {
  const destroy = methodOf(options, 'destroy');
  if (destroy !== undefined)
    stream._destroy = destroy;
  const construct = methodOf(options, 'construct');
  if (construct !== undefined)
    stream._construct = construct;
  if (options.signal)
    require('internal/streams/add_abort_signal').addAbortSignal(options.signal, stream);
}

// `chunk instanceof AnyBuffer` is `chunk instanceof Buffer`, but looks up Symbol.hasInstance where
// no program can set it: Buffer inherits from Uint8Array.
function AnyBuffer() {}
AnyBuffer.prototype = Buffer.prototype;

// A method of a stream whose source goes on by itself: whether read(0) would not change anything.
const kKeepsReading = Symbol('keepsReading');

// The chunk that a listener of 'data' is being called with, and its size: that of pipe() writes
// it, and a transform may push it again. The accessor of the length is a call of 4 ns.
const passing = { __proto__: null, chunk: null, size: 0 };

// The length of a string or of a Buffer.
function sizeOf(chunk) {
  if (chunk === passing.chunk)
    return passing.size;
  return typeof chunk === 'string' ? chunk.length : TypedArrayPrototypeGetLength.call(chunk);
}

// A Buffer over the memory of any view.
function bufferOver(view) {
  return TypedArrayPrototypeGetSymbolToStringTag.call(view) !== undefined ?
    new FastBuffer(TypedArrayPrototypeGetBuffer.call(view),
                   TypedArrayPrototypeGetByteOffset.call(view),
                   TypedArrayPrototypeGetByteLength.call(view)) :
    new FastBuffer(DataViewPrototypeGetBuffer.call(view), DataViewPrototypeGetByteOffset.call(view),
                   DataViewPrototypeGetByteLength.call(view));
}

module.exports = {
  AnyBuffer, adoptShared, bufferOver, defaultEncodingOf, getDefaultHighWaterMark, getHighWaterMark,
  kKeepsReading, methodOf, passing, setDefaultHighWaterMark, sizeOf,
};
