'use strict';
// Text becomes bytes and text again at every length where another way of converting it begins.
const assert = require('assert');

const LENGTHS = [0, 1, 15, 16, 17, 47, 48, 49, 119, 120, 121, 256, 1000, 4095, 4096, 4097, 40000];

function bytesOf(n) {
  const bytes = Buffer.alloc(n);
  for (let i = 0; i < n; i++)
    bytes[i] = (i * 7 + n) & 0xff;
  return bytes;
}

function textOf(bytes, mask) {
  let text = '';
  for (const byte of bytes)
    text += String.fromCharCode(byte & mask);
  return text;
}

for (const n of LENGTHS) {
  const bytes = bytesOf(n);
  const latin = textOf(bytes, 0xff);
  const ascii = textOf(bytes, 0x7f);
  assert.strictEqual(bytes.toString('latin1'), latin);
  assert.deepStrictEqual(Buffer.from(latin, 'latin1'), bytes);
  assert.strictEqual(bytes.toString('ascii'), ascii);
  assert.strictEqual(Buffer.from(ascii).toString(), ascii);
  assert.strictEqual(Buffer.from(latin).toString(), latin);
  assert.strictEqual(Buffer.from(latin).length, Buffer.byteLength(latin));
  assert.strictEqual(bytes.subarray(1).toString('latin1'), latin.slice(1));
  if (n > 2)
    assert.strictEqual(bytes.toString('latin1', 1, n - 1), latin.slice(1, -1));
  for (const encoding of ['hex', 'base64', 'base64url', 'utf16le'])
    assert.deepStrictEqual(Buffer.from(bytes.toString(encoding), encoding),
                           encoding === 'utf16le' ? bytes.subarray(0, n - n % 2) : bytes);

  const wide = '\u4e2d\u{1f600}x\ud800'.repeat(n / 5);
  assert.strictEqual(Buffer.from(wide).toString(), wide.toWellFormed());
}

// What was made before keeps its bytes.
const kept = [];
for (let i = 0; i < 2000; i++)
  kept.push(Buffer.from(`text number ${i} ${'y'.repeat(i % 300)}`));
for (let i = 0; i < 2000; i++)
  assert.strictEqual(kept[i].toString(), `text number ${i} ${'y'.repeat(i % 300)}`);
