// flags: --expose-gc
'use strict';
// C finds the bytes of a view wherever they are: of views that took the place of collected ones,
// and after the memory was resized, detached or grown.
const assert = require('assert');

const LENGTH = 100; // long enough for C to be called
const hexOf = (byte) => byte.toString(16).padStart(2, '0').repeat(LENGTH);

// New views take the places of collected ones; each has memory of its own.
for (let round = 0; round < 40; round++) {
  for (let i = 0; i < 256; i++) {
    const view = new Uint8Array(LENGTH).fill(i);
    const buf = Buffer.from(view.buffer);
    assert.strictEqual(buf.toString('hex'), hexOf(i));
    assert.strictEqual(buf.equals(view), true);
  }
  gc();
}

// One view, used again and again while others are collected.
const kept = Buffer.from(new Uint8Array(LENGTH).fill(7).buffer);
for (let i = 0; i < 20; i++) {
  assert.strictEqual(kept.toString('hex'), hexOf(7));
  kept.fill(7, 0, i);
  gc();
}

// Views of one buffer at different places.
const whole = new ArrayBuffer(10 * LENGTH);
for (let i = 0; i < 10; i++)
  Buffer.from(whole, i * LENGTH, LENGTH).fill(i);
for (let i = 0; i < 10; i++)
  assert.strictEqual(Buffer.from(whole, i * LENGTH, LENGTH).toString('hex'), hexOf(i));

// A resizable buffer: the view follows its length.
const resizable = new ArrayBuffer(LENGTH, { maxByteLength: 1 << 20 });
const tracking = Buffer.from(resizable).fill(9);
assert.strictEqual(tracking.toString('hex'), hexOf(9));
resizable.resize(1 << 20);
assert.strictEqual(Buffer.from(resizable, 1 << 19, LENGTH).fill(3).toString('hex'), hexOf(3));
resizable.resize(10);
assert.strictEqual(tracking.toString('hex'), hexOf(9).slice(0, 20));

// A detached one has no bytes.
const moved = Buffer.from(new Uint8Array(LENGTH).fill(5).buffer);
assert.strictEqual(moved.toString('hex'), hexOf(5));
const copy = structuredClone(moved, { transfer: [moved.buffer] });
assert.strictEqual(moved.toString('hex'), '');
assert.strictEqual(Buffer.from(copy.buffer).toString('hex'), hexOf(5));

// The memory of WebAssembly moves when it grows: the old view has no bytes, the new one has them.
const memory = new WebAssembly.Memory({ initial: 1, maximum: 64 });
for (let pages = 1; pages < 64; pages += 7) {
  const view = Buffer.from(memory.buffer, 0, LENGTH).fill(pages);
  assert.strictEqual(view.toString('hex'), hexOf(pages));
  memory.grow(7);
  assert.strictEqual(view.toString('hex'), '');
  assert.strictEqual(Buffer.from(memory.buffer, 0, LENGTH).toString('hex'), hexOf(pages));
}
