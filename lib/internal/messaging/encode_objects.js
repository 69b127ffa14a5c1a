'use strict';
// Writes the rare parts of messages (encode.js): objects that are neither plain nor arrays, and
// transferred objects.

const {
  ArrayBufferPrototypeGetByteLength, ArrayBufferPrototypeGetDetached,
  ArrayBufferPrototypeGetMaxByteLength, ArrayBufferPrototypeGetResizable,
  ArrayBufferPrototypeTransfer, DataView, DataViewPrototypeGetBuffer,
  DataViewPrototypeGetByteLength, DataViewPrototypeGetByteOffset, DatePrototypeGetTime,
  MapPrototypeForEach, ObjectGetOwnPropertyDescriptor, ObjectHasOwn, RegExpPrototypeGetSource,
  SafeArray, SafeMap, SetPrototypeForEach, String, TypedArrayPrototypeGetBuffer,
  TypedArrayPrototypeGetByteOffset, TypedArrayPrototypeGetLength,
  TypedArrayPrototypeGetSymbolToStringTag, TypedArrayPrototypeSet, Uint8Array,
} = primordials;
const binding = internalBinding('messaging');
const tags = require('internal/messaging/tags');
const { kPack } = require('internal/messaging/transfer');
const { writeArray, writePlain } = require('internal/messaging/encode');
const { COPIERS, cloneError, copierOf, partsOf, refuseMarked, uncloneable, unboxed, VIEW_NAMES } =
  require('internal/structured_clone').internals;
const types = require('internal/util/types');
const { KIND, kindOf } = require('internal/util/kinds');

const NOTHING = { __proto__: null, has: () => false };

function writeBuffer(buffer, writer) {
  if (!types.isArrayBuffer(buffer)) {    // that it is shared is a slower question
    writer.begins(buffer, tags.SHARED);
    writer.size(writer.part('addShared', buffer));
    return;
  }
  if (ArrayBufferPrototypeGetDetached.call(buffer))
    throw cloneError('An ArrayBuffer is detached and could not be cloned.');
  const length = ArrayBufferPrototypeGetByteLength.call(buffer);
  const grows = ArrayBufferPrototypeGetResizable.call(buffer);
  writer.begins(buffer, grows ? tags.RESIZABLE : tags.BUFFER);
  if (grows)
    writer.size(ArrayBufferPrototypeGetMaxByteLength.call(buffer));
  writer.size(length);
  writer.reserve(length);
  TypedArrayPrototypeSet.call(writer.bytes, new Uint8Array(buffer), writer.at);
  writer.at += length;
}

function writeView(view, writer) {
  const name = TypedArrayPrototypeGetSymbolToStringTag.call(view);
  const isTyped = name !== undefined;
  const buffer = isTyped ? TypedArrayPrototypeGetBuffer.call(view) :
    DataViewPrototypeGetBuffer.call(view);
  const offset = isTyped ? TypedArrayPrototypeGetByteOffset.call(view) :
    DataViewPrototypeGetByteOffset.call(view);
  const length = isTyped ? TypedArrayPrototypeGetLength.call(view) :
    DataViewPrototypeGetByteLength.call(view);
  writer.begins(view, tags.VIEW);
  writer.tag(isTyped ? VIEW_NAMES.indexOf(name) : VIEW_NAMES.length);
  writer.size(offset);
  writer.size(length);
  writer.value(buffer);
}

const ownValue = (object, key) => {
  const descriptor = ObjectGetOwnPropertyDescriptor(object, key);
  return descriptor !== undefined && ObjectHasOwn(descriptor, 'value') ?
    descriptor.value : undefined;
};

function writeError(error, writer) {
  writer.begins(error, tags.ERROR);
  const { name, stack } = error;
  const message = ownValue(error, 'message');
  writer.string(typeof name === 'string' ? name : 'Error');
  writer.value(message === undefined ? undefined : String(message));
  writer.value(typeof stack === 'string' ? stack : undefined);
  const hasCause = ObjectHasOwn(error, 'cause');
  writer.tag(hasCause ? tags.TRUE : tags.FALSE);
  if (hasCause)
    writer.value(error.cause);
}

function writeDOMException(exception, writer) {
  writer.begins(exception, tags.DOM_EXCEPTION);
  writer.string(`${exception.message}`);
  writer.string(`${exception.name}`);
  writer.value(typeof exception.stack === 'string' ? exception.stack : undefined);
}

function writeMap(map, writer) {
  writer.begins(map, tags.MAP);
  const parts = partsOf(map, MapPrototypeForEach);    // first: getters may change the map
  writer.size(parts.length / 2);
  for (let i = 0; i < parts.length; i += 2) {
    writer.value(parts[i + 1]);
    writer.value(parts[i]);
  }
}

function writeSet(set, writer) {
  writer.begins(set, tags.SET);
  const parts = partsOf(set, SetPrototypeForEach);
  writer.size(parts.length / 2);
  for (let i = 0; i < parts.length; i += 2)
    writer.value(parts[i]);
}

// [module, function, data]: how the other thread makes it.
function writeHost(value, writer) {
  if (typeof value[kPack] !== 'function')
    throw uncloneable(value);
  const packed = value[kPack]();
  writer.begins(value, tags.HOST);
  writer.string(packed[0]);
  writer.string(packed[1]);
  writer.value(packed[2]);
}

const WRITERS = new SafeMap();
WRITERS.set(COPIERS.plain, writePlain);
WRITERS.set(COPIERS.array, writeArray);
WRITERS.set(COPIERS.view, writeView);
WRITERS.set(COPIERS.buffer, writeBuffer);
WRITERS.set(COPIERS.map, writeMap);
WRITERS.set(COPIERS.set, writeSet);
WRITERS.set(COPIERS.error, writeError);
WRITERS.set(COPIERS.domException, writeDOMException);
WRITERS.set(COPIERS.host, writeHost);
WRITERS.set(COPIERS.wasmModule, (value, writer) => {
  writer.begins(value, tags.HOST);
  writer.string('internal/webassembly');
  writer.string('moduleFrom');
  // A buffer of this message only: its number is counted, and nobody refers to it.
  writeBuffer(require('internal/webassembly').moduleBytes(value), writer);
});
WRITERS.set(COPIERS.date, (value, writer) => {
  writer.begins(value, tags.DATE);
  writer.double(DatePrototypeGetTime.call(value));
});
WRITERS.set(COPIERS.regExp, (value, writer) => {
  writer.begins(value, tags.REGEXP);
  writer.string(RegExpPrototypeGetSource.call(value));
  writer.string(require('internal/util/regexp_flags').flagsOf(value));
});
WRITERS.set(COPIERS.boxed, (value, writer) => {
  writer.begins(value, tags.BOXED);
  writer.value(unboxed(value));
});

// ---- What is moved ----

// The second part. `list` is what the transfer list has, in its order.
function writeTransfers(list, writer) {
  writer.forget();
  writer.transfer = undefined;
  writer.size(list.length);
  for (let i = 0; i < list.length; i++) {
    const each = list[i];
    if (types.isArrayBuffer(each) && !binding.movesMemory()) {
      writeBuffer(each, writer);    // a copy; it is detached all the same
      (writer.detached ??= new SafeArray()).push(each);
    } else if (types.isArrayBuffer(each)) {
      writer.tag(tags.MOVED_BUFFER);
      writer.size(writer.part('addMoved', each));
    } else {
      writeTransferable(each, writer);
    }
  }
}

function writeTransferable(each, writer) {
  const { isPort } = require('internal/messaging/port');
  if (isPort(each)) {
    writer.tag(tags.MOVED_PORT);
    writer.size(writer.part('addEnd', each));
    return;
  }
  const packed = each[kPack]();
  writer.tag(tags.HOST);
  writer.string(packed[0]);
  writer.string(packed[1]);
  const ports = packed[3];
  writer.value(packed[2]);
  writer.size(ports === undefined ? 0 : ports.length);
  for (let i = 0; ports !== undefined && i < ports.length; i++)
    writer.size(writer.part('addEnd', ports[i]));
  const descriptor = packed[4];
  writer.size(descriptor === undefined ? 0 : writer.part('addDescriptor', descriptor) + 1);
}

function addPart(kind, value) {
  if (kind === 'addEnd')
    return binding.addEnd(value);
  if (kind === 'addDescriptor')
    return binding.addDescriptor(value);
  const index = binding[kind](new DataView(value));
  // A buffer whose address somebody has taken is copied by the engine.
  if (kind === 'addMoved' && !ArrayBufferPrototypeGetDetached.call(value))
    ArrayBufferPrototypeTransfer.call(value);
  return index;
}

function handOver(parts) {
  // Ports first: what waits in them is written, with parts of its own.
  for (let i = 0; parts !== undefined && i < parts.length; i += 2) {
    if (parts[i] === 'addEnd')
      parts[i + 1] = require('internal/messaging/port').leave(parts[i + 1]);
  }
  for (let i = 0; parts !== undefined && i < parts.length; i += 2) {
    if (addPart(parts[i], parts[i + 1]) < 0) {
      binding.dropParts();
      throw cloneError('The memory of a buffer cannot be shared with another thread.');
    }
  }
}

// Of objects that have given up theirs for a message that cannot be written.
function closeDescriptors(parts) {
  for (let i = 0; i < parts.length; i += 2) {
    if (parts[i] === 'addDescriptor')
      internalBinding('fs').close(parts[i + 1], null);
  }
}

// Writers by kind, for kinds that identify one class. For others copierOf() tries one class after
// the other.
const BY_KIND = new SafeArray();
BY_KIND[KIND.TYPED] = BY_KIND[KIND.VIEW] = writeView;
BY_KIND[KIND.BUFFER] = writeBuffer;
BY_KIND[KIND.MAP] = writeMap;
BY_KIND[KIND.SET] = writeSet;

function write(value, writer) {
  refuseMarked(value, NOTHING);
  const byKind = BY_KIND[kindOf(value)];
  if (byKind !== undefined)
    return byKind(value, writer);
  const writeValue = WRITERS.get(copierOf(value));
  if (writeValue === undefined)
    throw uncloneable(value);
  writeValue(value, writer);
}

module.exports = { closeDescriptors, handOver, uncloneable, write, writeTransfers };
