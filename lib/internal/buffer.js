'use strict';
// FastBuffer, the class of Buffers, and the allocation of their memory.
// (1) Every buffer is a FastBuffer; `Buffer` itself (lib/buffer.js) only shares its prototype.
// (2) Small unzeroed buffers and short strings share a slab. A slab's bytes are handed out once and
//     never again: a buffer that dies does not give them back.
// (3) What is larger gets memory of its own, unzeroed where that saves something.

const {
  DataViewPrototypeGetByteLength, MathTrunc, ObjectDefineProperty, Symbol,
  TypedArrayPrototypeGetBuffer, TypedArrayPrototypeGetByteLength,
  TypedArrayPrototypeGetSymbolToStringTag, Uint8Array,
} = primordials;
const { codes: { ERR_UNKNOWN_ENCODING } } = require('internal/errors');
const { validateNumber } = require('internal/validators');
const { allocate, encodeUtf8, newSlab: slabMemory, range } = internalBinding('buffer');
const { codecOf, isUint8Array, utf8, writeShort } = require('internal/buffer/codec');

// The engine makes no ArrayBuffer above 4 GiB.
const kMaxLength = 2 ** 32;
// What bytes may become as a string. The engine's own limit is four times as high, but Node's is
// what programs were written for.
const kStringMaxLength = 0x1fffffe8;
const UNZEROED = 131072; // from here on clearing costs more than asking C for memory
const SHORT = 16; // a loop writes these in less time than C takes to see the string

class FastBuffer extends Uint8Array {
  // An implicit constructor would spread its arguments, which is slower.
  constructor(first, offset, length) { super(first, offset, length); }
}

// postMessage() must not take a slab away from the other buffers in it.
const untransferable = Symbol('untransferable');
const cannotTransfer = {
  __proto__: null,
  value() { throw new primordials.TypeError('Cannot transfer an ArrayBuffer that buffers share'); },
};

let slab = null;
let slabBytes = null;
let slabUsed = 0;
let slabSize = 0;

function newSlab(size) {
  slab = slabMemory(size);
  slabBytes = new Uint8Array(slab);
  slab[untransferable] = true;
  ObjectDefineProperty(slab, 'transfer', cannotTransfer);
  ObjectDefineProperty(slab, 'transferToFixedLength', cannotTransfer);
  slabUsed = 0;
  slabSize = size;
}

// After a string was written at slabUsed. Views of wider types can be laid over any buffer.
function takeFromSlab(length) {
  const buf = new FastBuffer(slab, slabUsed, length);
  slabUsed = (slabUsed + length + 7) & ~7;
  return buf;
}

// view.byteLength, whatever the program has made of that accessor.
function byteLengthOf(view) {
  return isUint8Array(view) || TypedArrayPrototypeGetSymbolToStringTag.call(view) !== undefined ?
    TypedArrayPrototypeGetByteLength.call(view) : DataViewPrototypeGetByteLength.call(view);
}

const assertSize = (size) => validateNumber(size, 'size', 0, kMaxLength);

function unpooled(size) {
  return size < UNZEROED ? new FastBuffer(size) : new FastBuffer(allocate(size));
}

function unsafe(size, poolSize) {
  if (size <= 0)
    return new FastBuffer();
  if (size >= poolSize >>> 1)
    return unpooled(size);
  size = MathTrunc(size);
  if (slab === null || size > slabSize - slabUsed)
    newSlab(poolSize);
  return takeFromSlab(size);
}

// Memory of its own; text with characters that are no digits gives less than its length promises.
function fromLong(string, codec, length) {
  const buf = unpooled(length);
  const written = codec.write(buf, string, 0, length);
  return written === length ? buf :
    new FastBuffer(TypedArrayPrototypeGetBuffer.call(buf), 0, written);
}

// C writes straight to the slab.
function fromString(string, encoding, poolSize) {
  if (string.length === 0)
    return new FastBuffer();
  let codec = utf8;
  if (typeof encoding === 'string' && encoding.length !== 0) {
    codec = codecOf(encoding);
    if (codec === undefined)
      throw new ERR_UNKNOWN_ENCODING(encoding);
  }
  const most = codec === utf8 ? string.length * 3 : codec.byteLength(string);
  if (most >= poolSize >>> 1)
    return codec === utf8 ? new FastBuffer(encodeUtf8(string)) : fromLong(string, codec, most);
  if (slab === null || most > slabSize - slabUsed)
    newSlab(poolSize);
  const { length } = string;
  if (length <= SHORT && codec.isText && writeShort(slabBytes, string, slabUsed, length) === length)
    return takeFromSlab(length);
  range[0] = slabUsed;
  return takeFromSlab(codec.toSlab(string));
}

// lib/buffer.js adds the functions of Buffer: bufferFrom(), bufferConcat() and others.
module.exports = {
  FastBuffer,
  assertSize,
  byteLengthOf,
  fromString,
  kMaxLength,
  kStringMaxLength,
  unpooled,
  unsafe,
  untransferable,
};

// A FastBuffer needs Buffer.prototype's methods, whichever file is loaded first. (When
// lib/buffer.js was first, it is being loaded already, and this does nothing.)
require('buffer');
