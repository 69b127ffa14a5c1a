'use strict';
// Writes a message for another thread: bytes, and parts that are handed over (tags.js, decode.js).
// (1) internal/structured_clone decides what can be cloned and how properties are read: each value
//     is written by the function that corresponds to its copier there.
// (2) Nothing is transferred before everything is written, so that a value that cannot be cloned
//     leaves the transfer list unchanged.
// (3) An object gets a number when its tag is written; decode.js counts in the same order.
// (4) A getter of the program may post another message meanwhile: that message has a writer of its
//     own.
// (5) Plain objects and arrays are written here. encode_objects.js and internal/structured_clone
//     write all others; many workers never load them.

const {
  ArrayIsArray, ArrayBufferPrototypeTransfer, BigIntPrototypeToString, DataView,
  DataViewPrototypeSetFloat64, MathMax, NumberIsInteger, ObjectGetPrototypeOf, ObjectHasOwn,
  Object, ObjectIs, ObjectKeys, SafeArray, SafeMap, StringPrototypeCharCodeAt,
  TypedArrayPrototypeGetBuffer, TypedArrayPrototypeGetByteOffset, TypedArrayPrototypeGetLength,
  TypedArrayPrototypeSet, Uint8Array,
} = primordials;
const binding = internalBinding('messaging');
const tags = require('internal/messaging/tags');
const { isMarkedAsUncloneable, kClone, kTransfer } = require('internal/messaging/transfer');
const { KIND, kindOf } = require('internal/util/kinds');
const objects = () => require('internal/messaging/encode_objects');

const SHORT = 32;    // a loop writes such a string in the time of a call
const HEAD = 4;
const FEW = 8;

class Writer {
  // Fields are defined, not assigned: a program may have put a setter on Object.prototype.
  bytes;
  view;
  room;
  busy = false;
  at = 0;
  objects = new SafeArray();  // those that were written, by their numbers
  seen;                       // the numbers, if there are many
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
    const { latin1, utf16le, utf8 } = require('internal/buffer/codec');
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
      default: throw objects().uncloneable(value);
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
    const known = this.count === 0 ? -1 : this.numberOf(value);
    if (known >= 0) {
      this.tag(tags.SEEN);
      this.size(known);
      return;
    }
    if (!isSimple(value))
      objects().write(value, this);
    else if (ArrayIsArray(value))
      writeArray(value, this);
    else
      writePlain(value, this);
  }

  // Most messages have a few objects only: a list is faster than a map.
  numberOf(value) {
    if (this.count > FEW)
      return this.seen.get(value) ?? -1;
    const { objects, count } = this;
    for (let i = 0; i < count; i++) {
      if (objects[i] === value)
        return i;
    }
    return -1;
  }

  // (3)
  begins(value, tag) {
    const number = this.count++;
    if (number < FEW) {
      this.objects[number] = value;
    } else {
      if (number === FEW) {
        this.seen = new SafeMap();
        for (let i = 0; i < FEW; i++)
          this.seen.set(this.objects[i], i);
      }
      this.seen.set(value, number);
    }
    this.tag(tag);
  }

  // The writer is used again: it keeps no objects alive.
  forget() {
    const { objects } = this;
    for (let i = 0; i < objects.length; i++)
      objects[i] = undefined;
    this.seen = undefined;
    this.count = 0;
  }

  part(kind, value) {
    this.parts ??= new SafeArray();
    this.parts.push(kind, value);
    return this.parts.length / 2 - 1;
  }
}

// Of the most frequent kinds, and nothing special about it.
function isSimple(value) {
  if (kindOf(value) !== KIND.OTHER || isMarkedAsUncloneable(value) ||
      typeof value[kTransfer] === 'function')
    return false;
  if (ArrayIsArray(value))
    return typeof value[kClone] !== 'function';
  const prototype = ObjectGetPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

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

let first;

const LENGTH = 3;
let words;

function writerNow() {
  words ??= binding.words();
  first ??= new Writer(binding.rooms().outgoing);
  return first.busy ? new Writer(new Uint8Array(1024)) : first;
}

// Writes a message and, when its parts have been collected, calls send(target, bytes or undefined);
// words[LENGTH] is how many. `list` is the transfer list, checked.
function encode(value, list, send, target) {
  const writer = writerNow();
  const own = writer === first ? writer.bytes : undefined;
  writer.begin(list.length > 0 ? list : undefined);
  try {
    writer.value(value);
    const { at } = writer;
    if (list.length > 0)
      objects().writeTransfers(list, writer);
    const { bytes } = writer;
    bytes[0] = at;
    bytes[1] = at >>> 8;
    bytes[2] = at >>> 16;
    bytes[3] = at >>> 24;
    if (writer.parts !== undefined) {
      const { parts } = writer;
      writer.parts = undefined;
      objects().handOver(parts);
    }
    for (let i = 0; writer.detached !== undefined && i < writer.detached.length; i++)
      ArrayBufferPrototypeTransfer.call(writer.detached[i]);
    words[LENGTH] = writer.at;
    send(target, bytes === own ? undefined : bytes);
  } finally {
    if (writer.parts !== undefined)
      objects().closeDescriptors(writer.parts);    // the message was not written
    writer.busy = false;
    writer.forget();
    writer.parts = writer.transfer = writer.detached = undefined;
    // A long message had memory of its own.
    if (own !== undefined && writer.bytes !== own)
      first = new Writer(own);
  }
}

module.exports = { encode, writeArray, writePlain };
