'use strict';
// The format of messages on the pipe between parent and child, which is Node's. It has two modes.
//
//   json      one JSON text per line
//   advanced  the length in four bytes, big-endian, then the value as node:v8 serializes it
//
// feed() takes the bytes of a read and appends the complete messages to a list. On malformed input
// it appends the messages before it, then throws.
//
// (1) Incomplete input is bounded: a line by the maximal string length of Node, a value by the four
//     bytes of its length.

const {
  ArrayBufferIsView, JSONParse, JSONStringify, SafeArray, TypedArrayPrototypeGetLength,
  TypedArrayPrototypeIndexOf, Uint8Array,
} = primordials;
const { assignOwn } = require('internal/util');
const { bufferOver, concatBytes, textOf } = require('internal/util/bytes');

const NEWLINE = 0x0a;
const MAX_LINE = 0x1fffffe8;

class Lines {
  parts = new SafeArray();   // bytes of an incomplete line
  size = 0;                  // of all parts

  encode(message) { return `${JSONStringify(message)}\n`; }

  add(chunk, start, end) {
    this.size += end - start;
    if (this.size > MAX_LINE)
      throw new primordials.RangeError('A message is too long');
    this.parts.push(bufferOver(chunk, start, end));
  }

  feed(chunk, messages) {
    const size = TypedArrayPrototypeGetLength.call(chunk);
    let start = 0;
    for (let end; (end = TypedArrayPrototypeIndexOf.call(chunk, NEWLINE, start)) !== -1;
         start = end + 1) {
      this.add(chunk, start, end);
      const line = this.parts.length === 1 ? this.parts[0] : concatBytes(this.parts);
      this.parts = new SafeArray();
      this.size = 0;
      if (TypedArrayPrototypeGetLength.call(line) > 0)
        messages.push(JSONParse(textOf(line)));
    }
    if (start < size)
      this.add(chunk, start, size);
  }
}

const HEAD = 4;

function writeLength(bytes, length) {
  for (let i = HEAD - 1; i >= 0; i--, length >>>= 8)
    bytes[i] = length & 0xff;
}

const readLength = (bytes) =>
  ((bytes[0] << 24) | (bytes[1] << 16) | (bytes[2] << 8) | bytes[3]) >>> 0;

// The tag of a host object: a view, or the properties of another object.
const VIEW = 0;
const MEMBERS = 1;

let classes;
function lazyClasses() {
  if (classes !== undefined)
    return classes;
  const { DefaultSerializer } = require('internal/v8/serializer');
  const { DefaultDeserializer } = require('internal/v8/deserializer');
  class Writer extends DefaultSerializer {
    constructor() { super(); }
    _writeHostObject(object) {
      if (ArrayBufferIsView(object)) {
        this.writeUint32(VIEW);
        super._writeHostObject(object);
      } else {
        this.writeUint32(MEMBERS);
        this.writeValue(assignOwn({}, object));
      }
    }
  }
  class Reader extends DefaultDeserializer {
    constructor(bytes) { super(bytes); }
    _readHostObject() {
      const kind = this.readUint32();
      if (kind === VIEW)
        return super._readHostObject();
      if (kind === MEMBERS)
        return this.readValue();
      const { codes: { ERR_INVALID_STATE } } = require('internal/errors');
      throw new ERR_INVALID_STATE(`Unknown host object tag ${kind}`);
    }
  }
  return classes = { Writer, Reader };
}

class Frames {
  parts = new SafeArray();   // bytes of an incomplete message
  size = 0;                  // of all parts
  wanted = HEAD;             // bytes that the next step needs

  encode(message) {
    const writer = new (lazyClasses().Writer)();
    writer.writeRawBytes(new Uint8Array(HEAD));
    writer.writeHeader();
    writer.writeValue(message);
    const bytes = writer.releaseBuffer();
    writeLength(bytes, TypedArrayPrototypeGetLength.call(bytes) - HEAD);
    return bytes;
  }

  setPart(bytes) {
    this.parts = new SafeArray();
    this.parts.push(bytes);
  }

  feed(chunk, messages) {
    this.parts.push(chunk);
    this.size += TypedArrayPrototypeGetLength.call(chunk);
    while (this.size >= this.wanted) {
      const bytes = this.parts.length === 1 ? this.parts[0] :
        require('internal/buffer').bufferConcat(this.parts);
      const end = HEAD + readLength(bytes);
      this.setPart(bytes);
      this.wanted = end;
      if (this.size < end)
        break;
      const reader = new (lazyClasses().Reader)(bufferOver(bytes, HEAD, end));
      reader.readHeader();
      messages.push(reader.readValue());
      this.setPart(bufferOver(bytes, end, this.size));
      this.size -= end;
      this.wanted = HEAD;
    }
  }
}

const codecFor = (mode) => (mode === 'advanced' ? new Frames() : new Lines());

module.exports = { codecFor };
