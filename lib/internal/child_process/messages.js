'use strict';
// How messages look on the pipe between parent and child: as Node.js has them, in either mode.
//   json      one text per line
//   advanced  four bytes, the highest first, say how long the value is that follows (node:v8)
// feed() takes what was read and returns the messages that are complete; it throws at what is none.

class Lines {
  decoder = new (require('string_decoder').StringDecoder)('utf8');
  rest = '';

  encode(message) { return `${JSON.stringify(message)}\n`; }

  feed(chunk) {
    const lines = (this.rest + this.decoder.write(chunk)).split('\n');
    this.rest = lines.pop();
    return lines.filter((line) => line !== '').map((line) => JSON.parse(line));
  }
}

const HEAD = 4;
// What a host object is: a view, or the members of something else.
const VIEW = 0;
const MEMBERS = 1;

let classes;
function lazyClasses() {
  if (classes !== undefined)
    return classes;
  const { DefaultSerializer } = require('internal/v8/serializer');
  const { DefaultDeserializer } = require('internal/v8/deserializer');
  class Writer extends DefaultSerializer {
    _writeHostObject(object) {
      if (ArrayBuffer.isView(object)) {
        this.writeUint32(VIEW);
        super._writeHostObject(object);
      } else {
        this.writeUint32(MEMBERS);
        this.writeValue({ ...object });
      }
    }
  }
  class Reader extends DefaultDeserializer {
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
  parts = [];       // what was read and is no whole message yet
  size = 0;
  wanted = HEAD;    // how much it takes to go on

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
    this.parts.push(chunk);
    this.size += chunk.length;
    while (this.size >= this.wanted) {
      const bytes = this.parts.length === 1 ? this.parts[0] : Buffer.concat(this.parts);
      const end = HEAD + bytes.readUInt32BE();
      this.parts = [bytes];
      this.wanted = end;
      if (this.size < end)
        break;
      const reader = new (lazyClasses().Reader)(bytes.subarray(HEAD, end));
      reader.readHeader();
      messages.push(reader.readValue());
      this.parts = [bytes.subarray(end)];
      this.size -= end;
      this.wanted = HEAD;
    }
    return messages;
  }
}

const codecFor = (mode) => (mode === 'advanced' ? new Frames() : new Lines());

module.exports = { codecFor };
