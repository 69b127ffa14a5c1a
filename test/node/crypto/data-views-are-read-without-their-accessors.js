// The bytes of a DataView are those of the view itself. Accessors that a program puts on it are
// not called: they could free what the same call has read before.
const assert = require('assert');
const crypto = require('crypto');
const zlib = require('zlib');

const bytes = Buffer.from('abcdefgh');
const view = new DataView(new Uint8Array([0, ...bytes, 0]).buffer, 1, 8);
for (const name of ['buffer', 'byteOffset', 'byteLength']) {
  Object.defineProperty(view, name, { get() { throw new Error(`${name} was read`); } });
}
const hash = (data) => crypto.createHash('sha256').update(data).digest('hex');
assert.strictEqual(hash(view), hash(bytes));
assert.ok(crypto.timingSafeEqual(view, bytes));
assert.strictEqual(zlib.crc32(view), zlib.crc32(bytes));
assert.deepStrictEqual(crypto.createHmac('md5', view).digest(),
                       crypto.createHmac('md5', bytes).digest());

// A view that its buffer has become too short for has no bytes.
const buffer = new ArrayBuffer(8, { maxByteLength: 8 });
const outside = new DataView(buffer, 4, 4);
buffer.resize(5);
assert.strictEqual(hash(outside), hash(new Uint8Array(0)));
