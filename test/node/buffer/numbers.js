'use strict';
// Numbers come back from the bytes they were written to; what does not fit is refused with its
// range.
const assert = require('assert');

const buf = Buffer.alloc(16, 0xaa);
const cases = [
  ['UInt8', [0, 255]], ['Int8', [-128, 127]], ['UInt16LE', [0, 65535, 258]],
  ['Int16BE', [-32768, 32767]],
  ['UInt32LE', [0, 2 ** 32 - 1]], ['UInt32BE', [0, 2 ** 32 - 1]],
  ['Int32LE', [-(2 ** 31), 2 ** 31 - 1]],
  ['FloatLE', [0.5, -Infinity]], ['DoubleBE', [Math.PI, -0]], ['DoubleLE', [Number.MIN_VALUE]],
  ['BigInt64LE', [-(2n ** 63n), 2n ** 63n - 1n]], ['BigUInt64BE', [0n, 2n ** 64n - 1n]],
];
for (const [name, values] of cases) {
  for (const value of values) {
    buf[`write${name}`](value, 3);
    assert.ok(Object.is(buf[`read${name}`](3), value), name);
  }
}
for (let size = 1; size <= 6; size++) {
  for (const order of ['LE', 'BE']) {
    const most = 2 ** (8 * size) - 1;
    assert.strictEqual(buf[`writeUInt${order}`](most, 2, size), 2 + size);
    assert.strictEqual(buf[`readUInt${order}`](2, size), most);
    assert.strictEqual(buf[`readInt${order}`](2, size), -1);
    buf[`writeInt${order}`](-2, 2, size);
    assert.strictEqual(buf[`readInt${order}`](2, size), -2);
    assert.throws(() => buf[`writeUInt${order}`](most + 1, 0, size), { code: 'ERR_OUT_OF_RANGE' });
  }
}
assert.strictEqual(Buffer.from([1, 2, 3, 4]).readUInt32BE(), 0x01020304);
assert.strictEqual(buf.readUint8, buf.readUInt8);
assert.throws(() => buf.readUInt32LE(13),
              { code: 'ERR_OUT_OF_RANGE', message: /It must be >= 0 and <= 12\. Received 13/ });
assert.throws(() => buf.readUInt8('0'), { code: 'ERR_INVALID_ARG_TYPE' });
assert.throws(() => buf.readUInt8(1.5), { message: /an integer/ });
assert.throws(() => Buffer.alloc(1).readInt16LE(0), { code: 'ERR_BUFFER_OUT_OF_BOUNDS' });
assert.throws(() => buf.writeInt8(128), { message: /It must be >= -128 and <= 127/ });
assert.throws(() => buf.writeBigUInt64LE(2n ** 64n), { message: /< 2n \*\* 64n/ });
