'use strict';
// toString('hex') has two lower-case digits for each byte, whatever the length and the place.
const assert = require('assert');

const bytes = Buffer.alloc(5000);
for (let i = 0; i < bytes.length; i++)
  bytes[i] = i * 37 + (i >> 3);
const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0'));

for (let length = 0; length < 300; length++)
  assert.strictEqual(bytes.toString('hex', 3, 3 + length), digits.slice(3, 3 + length).join(''));
for (const length of [2046, 2047, 2048, 2049, 2050, 4999, 5000])
  assert.strictEqual(bytes.toString('hex', 0, length), digits.slice(0, length).join(''));

const all = Buffer.from(Array.from({ length: 256 }, (_, i) => i));
assert.strictEqual(Buffer.from(all.toString('hex'), 'hex').compare(all), 0);
