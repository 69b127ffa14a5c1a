'use strict';
// The memory of views and ArrayBuffers, read by accessors that a program cannot replace.

const {
  ArrayBufferIsView: isView, ArrayBufferPrototypeGetByteLength, ArrayBufferPrototypeGetResizable,
  DataViewPrototypeGetBuffer, DataViewPrototypeGetByteOffset,
  SharedArrayBufferPrototypeGetByteLength, TypedArrayPrototypeGetBuffer,
  TypedArrayPrototypeGetByteOffset, Uint8Array,
} = primordials;
const { byteLengthOf } = require('internal/buffer');
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

// Whether the memory can shrink. A SharedArrayBuffer can only grow.
function isResizable(bytes) {
  const memory = memoryOf(bytes);
  return !isSharedArrayBuffer(memory) && ArrayBufferPrototypeGetResizable.call(memory);
}

module.exports = { byteView, isResizable, memoryOf, offsetOf, sizeOf };
