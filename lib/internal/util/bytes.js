'use strict';
// Reads the memory of views and ArrayBuffers by accessors that a program cannot replace.

const {
  ArrayBufferIsView: isView, ArrayBufferPrototypeGetByteLength, ArrayBufferPrototypeGetResizable,
  DataViewPrototypeGetBuffer, DataViewPrototypeGetByteOffset, SafeArray,
  SharedArrayBufferPrototypeGetByteLength, TypedArrayPrototypeGetBuffer,
  TypedArrayPrototypeGetByteOffset, TypedArrayPrototypeSet, Uint8Array,
} = primordials;
const { codes: { ERR_UNKNOWN_ENCODING } } = require('internal/errors');
const { FastBuffer, byteLengthOf, fromString } = require('internal/buffer');
const { codecOf, utf8 } = require('internal/buffer/codec');
const { isDataView, isSharedArrayBuffer } = require('internal/util/types');

// The number of bytes of a view or an ArrayBuffer.
function sizeOf(bytes) {
  if (isView(bytes))
    return byteLengthOf(bytes);
  return isSharedArrayBuffer(bytes) ? SharedArrayBufferPrototypeGetByteLength.call(bytes) :
    ArrayBufferPrototypeGetByteLength.call(bytes);
}

// The ArrayBuffer of a view; an ArrayBuffer itself.
function memoryOf(bytes) {
  if (!isView(bytes))
    return bytes;
  return isDataView(bytes) ? DataViewPrototypeGetBuffer.call(bytes) :
    TypedArrayPrototypeGetBuffer.call(bytes);
}

function offsetOf(bytes) {
  if (!isView(bytes))
    return 0;
  return isDataView(bytes) ? DataViewPrototypeGetByteOffset.call(bytes) :
    TypedArrayPrototypeGetByteOffset.call(bytes);
}

const byteView = (bytes) => new Uint8Array(memoryOf(bytes), offsetOf(bytes), sizeOf(bytes));

// A Buffer over the same memory, or over a part of it.
const bufferOver = (bytes, start = 0, end = sizeOf(bytes)) =>
  new FastBuffer(memoryOf(bytes), offsetOf(bytes) + start, end - start);

// A Buffer with bytes of its own.
function copyBytes(bytes, start = 0, end = sizeOf(bytes)) {
  const copy = new FastBuffer(end - start);
  TypedArrayPrototypeSet.call(copy, bufferOver(bytes, start, end));
  return copy;
}

// The bytes of a list of strings (as UTF-8) and views, one after another.
function concatBytes(parts) {
  const views = new SafeArray();
  let size = 0;
  for (let i = 0; i < parts.length; i++) {
    views.push(
      typeof parts[i] === 'string' ? fromString(parts[i], 'utf8', 0) : byteView(parts[i]));
    size += byteLengthOf(views[i]);
  }
  const result = new FastBuffer(size);
  for (let i = 0, at = 0; i < views.length; at += byteLengthOf(views[i]), i++)
    TypedArrayPrototypeSet.call(result, views[i], at);
  return result;
}

// A string; or, for the encoding 'buffer', a Buffer over the same memory.
function decodeBytes(bytes, encoding) {
  if (encoding === 'buffer')
    return bufferOver(bytes);
  const codec = encoding ? codecOf(`${encoding}`) : utf8;
  if (codec === undefined)
    throw new ERR_UNKNOWN_ENCODING(encoding);
  return codec.slice(byteView(bytes), 0, sizeOf(bytes));
}

// A string as it is, bytes as UTF-8.
const textOf = (value) => (typeof value === 'string' ? value : decodeBytes(value, 'utf8'));

// Whether the memory can shrink. A SharedArrayBuffer can only grow.
function isResizable(bytes) {
  const memory = memoryOf(bytes);
  return !isSharedArrayBuffer(memory) && ArrayBufferPrototypeGetResizable.call(memory);
}

module.exports = {
  bufferOver, byteView, concatBytes, copyBytes, decodeBytes, isResizable, memoryOf, offsetOf,
  sizeOf, textOf,
};
