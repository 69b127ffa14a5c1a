'use strict';
// The format of messages on the pipe between parent and child: Node.js's, in either mode.
//   json      one text per line
//   advanced  the length in four bytes, big-endian, then the value as node:v8 serializes it
// feed() takes what was read and returns the complete messages; it throws where there is none.

const {
  ArrayBufferIsView, ArrayPrototypePop, ArrayPrototypePush, JSONParse, JSONStringify, ObjectAssign,
  StringPrototypeSplit, Uint8Array,
} = primordials;

class Lines {
  decoder = new (require('string_decoder').StringDecoder)('utf8');
  rest = '';

  encode(message) { return `${JSONStringify(message)}\n`; }

  feed(chunk) {
    const lines = StringPrototypeSplit.call((this.rest + this.decoder.write(chunk)), '\n');
    this.rest = ArrayPrototypePop.call(lines);
    const messages = [];
    for (let i = 0; i < lines.length; i++) {
      if (lines[i] !== '')
        ArrayPrototypePush.call(messages, JSONParse(lines[i]));
    }
    return messages;
  }
}

const HEAD = 4;
// The tag of a host object: a view, or the members of another object.
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
        this.writeValue(ObjectAssign({}, object));
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
  parts = [];       // bytes of an incomplete message
  size = 0;         // of all parts
  wanted = HEAD;    // bytes that the next step needs

  encode(message) {
    const writer = new (lazyClasses().Writer)();
    writer.writeRawBytes(new Uint8Array(HEAD));
    writer.writeHeader();
    writer.writeValue(message);
    const bytes = writer.releaseBuffer();
    bytes.writeUInt32BE(bytes.length - HEAD);
    return bytes;
  }

  feed(chunk) {
    const messages = [];
    ArrayPrototypePush.call(this.parts, chunk);
    this.size += chunk.length;
    while (this.size >= this.wanted) {
      const bytes = this.parts.length === 1 ? this.parts[0] :
        require('internal/buffer').bufferConcat(this.parts);
      const end = HEAD + bytes.readUInt32BE();
      this.parts = [bytes];
      this.wanted = end;
      if (this.size < end)
        break;
      const reader = new (lazyClasses().Reader)(bytes.subarray(HEAD, end));
      reader.readHeader();
      ArrayPrototypePush.call(messages, reader.readValue());
      this.parts = [bytes.subarray(end)];
      this.size -= end;
      this.wanted = HEAD;
    }
    return messages;
  }
}

const codecFor = (mode) => (mode === 'advanced' ? new Frames() : new Lines());

module.exports = { codecFor };
