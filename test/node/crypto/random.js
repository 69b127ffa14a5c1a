'use strict';
// Random bytes fill exactly what was asked for; random integers stay within their bounds.
const assert = require('assert');
const crypto = require('crypto');

assert.strictEqual(crypto.randomBytes(40).length, 40);
assert.notDeepStrictEqual(crypto.randomBytes(16), crypto.randomBytes(16));
const buf = crypto.randomFillSync(Buffer.alloc(64), 16, 32);
assert.ok(buf.subarray(0, 16).every((byte) => byte === 0) &&
          buf.subarray(48).every((byte) => byte === 0));
assert.ok(buf.subarray(16, 48).some((byte) => byte !== 0));
const seen = new Set();
for (let i = 0; i < 500; i++)
  seen.add(crypto.randomInt(-2, 3));
assert.deepStrictEqual([...seen].sort((a, b) => a - b), [-2, -1, 0, 1, 2]);
assert.match(crypto.randomUUID(),
             /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
assert.notStrictEqual(crypto.randomUUID(), crypto.randomUUID());
const array = new Uint32Array(8);
assert.strictEqual(crypto.webcrypto.getRandomValues(array), array);
assert.ok(array.some((value) => value !== 0));

let called = 0;
crypto.randomBytes(8, (error, bytes) => {
  assert.ifError(error);
  assert.strictEqual(bytes.length, 8);
  called++;
});
crypto.randomFill(new Uint16Array(8), 4, (error, filled) => {
  assert.ifError(error);
  assert.strictEqual(filled[0], 0);
  called++;
});
assert.strictEqual(called, 0);
process.on('exit', () => assert.strictEqual(called, 2));
assert.throws(() => crypto.randomBytes(-1), { code: 'ERR_OUT_OF_RANGE' });
assert.throws(() => crypto.randomInt(5, 5), { code: 'ERR_OUT_OF_RANGE' });
assert.throws(() => crypto.randomFillSync(Buffer.alloc(5), 2, 4), { code: 'ERR_OUT_OF_RANGE' });
