'use strict';
// Slices share memory, copies do not, small buffers share a pool, and alloc() never shows old
// bytes.
const assert = require('assert');

const buf = Buffer.from('abcdef');
const slice = buf.subarray(1, -1);
slice[0] = 0x58;
assert.strictEqual(buf.toString(), 'aXcdef');
assert.ok(slice instanceof Buffer && slice.buffer === buf.buffer);
assert.strictEqual(Buffer.from('x').buffer, Buffer.from('y').buffer);
assert.strictEqual(Buffer.alloc(10).buffer.byteLength, 10);
assert.strictEqual(Buffer.allocUnsafeSlow(10).buffer.byteLength, 10);
const copy = Buffer.from(buf);
copy[0] = 0;
assert.strictEqual(buf[0], 0x61);
const shared = new ArrayBuffer(4);
Buffer.from(shared, 1, 2).fill(7);
assert.deepStrictEqual([...new Uint8Array(shared)], [0, 7, 7, 0]);
for (let i = 0; i < 100; i++)
  assert.ok(Buffer.concat([Buffer.from('ab')], 100).subarray(2).every((byte) => byte === 0));

// copy() and overlapping copies.
const line = Buffer.from('0123456789'.repeat(10));
assert.strictEqual(line.copy(line, 1, 0, 50), 50);
assert.strictEqual(line.toString('latin1', 0, 12), '001234567890');
assert.strictEqual(line.copy(Buffer.alloc(3)), 3);
// fill() repeats its pattern, cut at the end.
assert.strictEqual(Buffer.alloc(8, 'abc').toString(), 'abcabcab');
assert.strictEqual(Buffer.alloc(5).fill('éx').toString('hex'), 'c3a978c3a9');
assert.strictEqual(Buffer.alloc(4).fill(0x1ff, 1, 3).toString('hex'), '00ffff00');
assert.throws(() => Buffer.alloc(2).fill('zz', 'hex'), { code: 'ERR_INVALID_ARG_VALUE' });
assert.strictEqual(Buffer.from([1, 2, 3, 4]).swap16().toString('hex'), '02010403');
assert.strictEqual(Buffer.alloc(128, '\x01\x02\x03\x04').swap32().toString('hex', 0, 4),
                   '04030201');
assert.strictEqual(Buffer.compare(Buffer.alloc(1000, 1), Buffer.alloc(999, 1)), 1);
assert.ok(!Buffer.alloc(1000, 1).equals(Buffer.alloc(1000, 2)));
