'use strict';
// The conversion of an argument may resize or detach the memory of a buffer: what lies behind its
// new end is neither read nor written.
const assert = require('assert');

function resizable(size) {
  const memory = new ArrayBuffer(size, { maxByteLength: size });
  return [Buffer.from(memory).fill(65), memory];
}
const resizing = (memory, size, value) => ({ valueOf() { memory.resize(size); return value; } });

Buffer.from('SECRET-SECRET-SECRET-SECRET-SECRET').toString();
for (const encoding of ['latin1', 'utf8', 'hex', 'ascii', 'utf16le']) {
  for (const size of [8, 32, 200]) {
    const [buf, memory] = resizable(size);
    assert.throws(() => buf.toString(encoding, 0, resizing(memory, 2, size)),
                  { code: 'ERR_OUT_OF_RANGE' }, `${encoding} ${size}`);
  }
}

for (const size of [8, 64, 4096]) {
  const target = Buffer.alloc(size);
  let [source, memory] = resizable(size);
  assert.strictEqual(source.copy(target, 0, 0, resizing(memory, 2, size)), 2);
  assert.strictEqual(`${target.subarray(0, 3)}`, 'AA\0');

  [source, memory] = resizable(size);
  const detaching = { valueOf() { structuredClone(memory, { transfer: [memory] }); return size; } };
  assert.strictEqual(source.copy(target, 0, 0, detaching), 0);

  const [small, room] = resizable(size);
  assert.strictEqual(target.copy(small, resizing(room, 2, 0)), 2);
}

// Views of other elements are searched by bytes.
const words = new Uint16Array([0x6162, 2]);
assert.strictEqual(Buffer.prototype.indexOf.call(words, Buffer.from('ba')), 0);
assert.strictEqual(Buffer.prototype.includes.call(words, 'ba'), true);
