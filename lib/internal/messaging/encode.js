'use strict';
// A message for another thread: bytes, and parts that are handed over (tags.js, decode.js).
// (1) What may be cloned, and how properties are read, is internal/structured_clone's: each value
//     is written by the function that belongs to its copier there.
// (2) Nothing is moved before all is written: a value that cannot be cloned leaves the transfer
//     list as it was.
// (3) Each object gets a number when its tag is written; decode.js counts in the same order.
// (4) A getter of the program's may post another message meanwhile: that one has a writer of its
//     own.

const {
  ArrayBufferPrototypeGetByteLength, ArrayBufferPrototypeGetDetached,
  ArrayBufferPrototypeGetMaxByteLength, ArrayBufferPrototypeGetResizable,
  ArrayBufferPrototypeTransfer, BigIntPrototypeToString, DataView,
  DataViewPrototypeGetBuffer, DataViewPrototypeGetByteLength, DataViewPrototypeGetByteOffset,
  DataViewPrototypeSetFloat64, DatePrototypeGetTime, MapPrototypeForEach, MathMax, NumberIsInteger,
  ObjectGetOwnPropertyDescriptor, ObjectHasOwn, ObjectIs, ObjectKeys, RegExpPrototypeGetSource,
  SafeArray, SafeMap, SetPrototypeForEach, String, StringPrototypeCharCodeAt,
  TypedArrayPrototypeGetBuffer, TypedArrayPrototypeGetByteOffset, TypedArrayPrototypeGetLength,
  TypedArrayPrototypeGetSymbolToStringTag, TypedArrayPrototypeSet, Uint8Array,
} = primordials;
const binding = internalBinding('messaging');
const tags = require('internal/messaging/tags');
const { kPack } = require('internal/messaging/transfer');
const { latin1, utf16le, utf8 } = require('internal/buffer/codec');
const { COPIERS, cloneError, copierOf, partsOf, refuseMarked, uncloneable, unboxed, VIEW_NAMES } =
  require('internal/structured_clone').internals;
const types = require('internal/util/types');

const SHORT = 32;    // a loop writes such a string in the time of a call
const HEAD = 4;

class Writer {
  // Fields are defined, not assigned: a program may have put a setter on Object.prototype.
  bytes;
  view;
  room;
  busy = false;
  at = 0;
  seen;
  count = 0;
  transfer;
  parts;    // in the order of their numbers
  detached; // buffers that were copied instead of moved

  constructor(bytes) {
    this.bytes = bytes;
    this.view = new DataView(TypedArrayPrototypeGetBuffer.call(bytes),
                             TypedArrayPrototypeGetByteOffset.call(bytes));
    this.room = TypedArrayPrototypeGetLength.call(bytes);
  }

  begin(transfer) {
    this.busy = true;
    this.at = HEAD;
    this.seen = undefined;
    this.count = 0;
    this.transfer = transfer;
    this.parts = undefined;
  }

  reserve(count) {
    if (this.at + count <= this.room)
      return;
    const bytes = new Uint8Array(MathMax(this.room * 2, this.at + count));
    TypedArrayPrototypeSet.call(bytes, this.bytes);
    this.bytes = bytes;
    this.view = new DataView(TypedArrayPrototypeGetBuffer.call(bytes));
    this.room = TypedArrayPrototypeGetLength.call(bytes);
  }

  tag(tag) {
    if (this.at === this.room)
      this.reserve(1);
    this.bytes[this.at++] = tag;
  }

  size(n) {
    this.reserve(9);
    while (n > 127) {
      this.bytes[this.at++] = n % 128 | 128;
      n = (n - n % 128) / 128;
    }
    this.bytes[this.at++] = n;
  }

  double(n) {
    this.reserve(8);
    DataViewPrototypeSetFloat64.call(this.view, this.at, n, true);
    this.at += 8;
  }

  string(text) {
    const { length } = text;
    if (length > SHORT)
      return this.longString(text, length);
    this.reserve(length + 2);
    const { bytes } = this;
    const start = this.at;
    for (let i = 0; i < length; i++) {
      const unit = StringPrototypeCharCodeAt.call(text, i);
      if (unit > 0xff)
        return this.longString(text, length);
      bytes[start + 2 + i] = unit;
    }
    bytes[start] = tags.LATIN1;
    bytes[start + 1] = length;
    this.at = start + 2 + length;
  }

  longString(text, length) {
    const codec = utf8.byteLength(text) === length ? latin1 : utf16le;
    const count = codec.byteLength(text);
    this.tag(codec === latin1 ? tags.LATIN1 : tags.UTF16);
    this.size(count);
    this.reserve(count);
    codec.write(this.bytes, text, this.at, count);
    this.at += count;
  }

  value(value) {
    switch (typeof value) {
      case 'string': this.string(value); break;
      case 'number': this.number(value); break;
      case 'boolean': this.tag(value ? tags.TRUE : tags.FALSE); break;
      case 'undefined': this.tag(tags.UNDEFINED); break;
      case 'bigint':
        this.tag(tags.BIGINT);
        this.string(BigIntPrototypeToString.call(value));
        break;
      case 'object':
        if (value === null)
          this.tag(tags.NULL);
        else
          this.object(value);
        break;
      default: throw uncloneable(value);
    }
  }

  number(n) {
    if (!NumberIsInteger(n) || n < -0x40000000 || n >= 0x40000000 || ObjectIs(n, -0)) {
      this.tag(tags.DOUBLE);
      this.double(n);
      return;
    }
    this.tag(tags.INTEGER);
    this.size(n < 0 ? -n * 2 - 1 : n * 2);
  }

  object(value) {
    if (this.transfer !== undefined) {
      const index = this.transfer.indexOf(value);
      if (index >= 0) {
        this.tag(tags.MOVED);
        this.size(index);
        return;
      }
    }
    const known = this.seen?.get(value);
    if (known !== undefined) {
      this.tag(tags.SEEN);
      this.size(known);
      return;
    }
    refuseMarked(value, NOTHING);
    const write = WRITERS.get(copierOf(value));
    if (write === undefined)
      throw uncloneable(value);
    write(value, this);
  }

  // (3)
  begins(value, tag) {
    (this.seen ??= new SafeMap()).set(value, this.count++);
    this.tag(tag);
  }

  part(kind, value) {
    this.parts ??= new SafeArray();
    this.parts.push(kind, value);
    return this.parts.length / 2 - 1;
  }
}

const NOTHING = { __proto__: null, has: () => false };

function writePairs(value, writer) {
  const keys = ObjectKeys(value);
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i];
    if (!ObjectHasOwn(value, key))    // a getter has deleted it
      continue;
    const property = value[key];
    writer.string(key);
    writer.value(property);
  }
  writer.tag(tags.END);
}

function writePlain(value, writer) {
  writer.begins(value, tags.PLAIN);
  writePairs(value, writer);
}

function writeArray(value, writer) {
  const { length } = value;
  const keys = ObjectKeys(value);
  if (keys.length !== length || (length > 0 && keys[length - 1] !== `${length - 1}`)) {
    writer.begins(value, tags.SPARSE);
    writer.size(length);
    writePairs(value, writer);
    return;
  }
  writer.begins(value, tags.DENSE);
  writer.size(length);
  for (let i = 0; i < length; i++)
    writer.value(value[i]);
}

function writeBuffer(buffer, writer) {
  if (types.isSharedArrayBuffer(buffer)) {
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
  writer.seen = undefined;
  writer.count = 0;
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
}

function addPart(kind, value) {
  if (kind === 'addEnd')
    return binding.addEnd(value);
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

let first;

function writerNow() {
  first ??= new Writer(binding.rooms().outgoing);
  return first.busy ? new Writer(new Uint8Array(1024)) : first;
}

// Writes a message and calls send(bytes or undefined, length); its parts are collected then. `list`
// is the transfer list, checked.
function encode(value, list, send) {
  const writer = writerNow();
  const own = writer === first ? writer.bytes : undefined;
  writer.begin(list.length > 0 ? list : undefined);
  try {
    writer.value(value);
    const { at } = writer;
    if (list.length > 0)
      writeTransfers(list, writer);
    const { bytes } = writer;
    bytes[0] = at;
    bytes[1] = at >>> 8;
    bytes[2] = at >>> 16;
    bytes[3] = at >>> 24;
    handOver(writer.parts);
    for (let i = 0; writer.detached !== undefined && i < writer.detached.length; i++)
      ArrayBufferPrototypeTransfer.call(writer.detached[i]);
    return send(bytes === own ? undefined : bytes, writer.at);
  } finally {
    writer.busy = false;
    writer.parts = writer.seen = writer.transfer = writer.detached = undefined;
    // A long message had memory of its own.
    if (own !== undefined && writer.bytes !== own)
      first = new Writer(own);
  }
}

module.exports = { encode };
