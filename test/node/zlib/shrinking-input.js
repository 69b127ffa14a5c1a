'use strict';
// Input in memory that shrinks while the pool reads it is compressed as it was when it was given.
// differs from Node: there the process crashes
const assert = require('assert');
const zlib = require('zlib');

const SIZE = 4 << 20;
function shrinking() {
  const buffer = new ArrayBuffer(SIZE, { maxByteLength: SIZE });
  new Uint8Array(buffer).fill(0x79);
  return buffer;
}
const isWhole = (packed) => assert(zlib.gunzipSync(packed).equals(Buffer.alloc(SIZE, 'y')));
let checked = 0;

for (const viewOf of [(buffer) => new Uint8Array(buffer), (buffer) => new DataView(buffer),
                      (buffer) => new Uint16Array(buffer, 0, SIZE / 2)]) {
  const buffer = shrinking();
  zlib.gzip(viewOf(buffer), (error, packed) => {
    assert.ifError(error);
    isWhole(packed);
    checked++;
  });
  buffer.resize(0);
}

const buffer = shrinking();
const stream = zlib.createGzip();
const chunks = [];
stream.on('data', (chunk) => chunks.push(chunk)).on('end', () => {
  isWhole(Buffer.concat(chunks));
  checked++;
});
stream.end(new Uint8Array(buffer));
buffer.resize(0);

async function web() {
  const buffer = shrinking();
  const { readable, writable } = new CompressionStream('gzip');
  const writer = writable.getWriter();
  const got = Array.fromAsync(readable);
  const written = writer.write(buffer);
  setImmediate(() => buffer.resize(0));
  await written;
  writer.close();
  isWhole(Buffer.concat(await got));
  checked++;
}
web();

process.on('exit', () => assert.strictEqual(checked, 5));
