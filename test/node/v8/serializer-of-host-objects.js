'use strict';
// A subclass of v8.Serializer writes views its own way; the class itself writes them with their
// buffer.
const assert = require('assert');
const v8 = require('v8');

class Writer extends v8.Serializer {
  constructor() {
    super();
    this._setTreatArrayBufferViewsAsHostObjects(true);
  }
  _writeHostObject(view) {
    this.writeUint32(view.byteLength);
    this.writeUint64(1, 2);
    this.writeDouble(-0.25);
    this.writeRawBytes(view);
  }
}
class Reader extends v8.Deserializer {
  _readHostObject() {
    const length = this.readUint32();
    assert.deepStrictEqual(this.readUint64(), [1, 2]);
    assert.strictEqual(this.readDouble(), -0.25);
    return new Uint8Array(this.readRawBytes(length));
  }
}
const writer = new Writer();
writer.writeHeader();
const view = new Uint8Array([1, 2, 3]);
writer.writeValue([view, view]);
const reader = new Reader(writer.releaseBuffer());
reader.readHeader();
assert.strictEqual(reader.getWireFormatVersion(), 15);
const read = reader.readValue();
assert.deepStrictEqual(read, [view, view]);
assert.strictEqual(read[0], read[1]);

const plain = new v8.Serializer();
const memory = new ArrayBuffer(4);
plain.writeValue([new Uint8Array(memory), new Uint16Array(memory, 2)]);
const bytes = plain.releaseBuffer();
assert.strictEqual(bytes.toString('hex'), '410242040000000056420004005e015657020200240002');

const moved = new v8.Serializer();
moved.transferArrayBuffer(7, memory);
moved.writeHeader();
moved.writeValue(memory);
const taker = new v8.Deserializer(moved.releaseBuffer());
taker.transferArrayBuffer(7, memory);
taker.readHeader();
assert.strictEqual(taker.readValue(), memory);
assert.throws(() => new v8.Deserializer('x'),
              /^TypeError: buffer must be a TypedArray or a DataView$/);
assert.throws(() => v8.Serializer(), { code: 'ERR_CONSTRUCT_CALL_REQUIRED' });
