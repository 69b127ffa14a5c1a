'use strict';
// A DataView whose properties were replaced gives no more than its buffer has.
const assert = require('assert');
const zlib = require('zlib');

const right = zlib.crc32(new DataView(new ArrayBuffer(8)));
for (const lie of [{ byteLength: { value: 1 << 30 } }, { byteOffset: { value: 1 << 20 } },
                   { byteOffset: { value: -16 } }, { byteLength: { value: NaN } },
                   { byteLength: { value: 9 } }]) {
  const view = Object.defineProperties(new DataView(new ArrayBuffer(8)), lie);
  // It is refused, or seen as it is.
  try {
    assert.strictEqual(zlib.crc32(view), right);
  } catch (error) {
    assert.strictEqual(error.name, 'TypeError');
  }
}
