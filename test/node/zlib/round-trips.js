'use strict';
// What was compressed comes back: by every format, at once, by a callback, as a stream, from every
// kind of input.
const assert = require('assert');
const zlib = require('zlib');
const { promisify } = require('util');

const PAIRS = [
  ['gzip', 'gunzip', 'Gzip', 'Gunzip'], ['gzip', 'unzip', 'Gzip', 'Unzip'],
  ['deflate', 'inflate', 'Deflate', 'Inflate'], ['deflate', 'unzip', 'Deflate', 'Unzip'],
  ['deflateRaw', 'inflateRaw', 'DeflateRaw', 'InflateRaw'],
  ['brotliCompress', 'brotliDecompress', 'BrotliCompress', 'BrotliDecompress'],
  ['zstdCompress', 'zstdDecompress', 'ZstdCompress', 'ZstdDecompress'],
];

const large = Buffer.alloc(700_000, 'what goes in comes out, ');
for (let i = 0; i < large.length; i += 11)
  large[i] = (i * i) >> 5;
const text = 'Grüße, 世界'.repeat(3);
const bytes = Buffer.from(text);
const apart = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
const INPUTS = [
  [text, bytes], ['', Buffer.alloc(0)], [bytes, bytes], [large, large], [apart, bytes],
  [new DataView(apart), bytes], [new Uint8Array(apart, 3, 5), bytes.subarray(3, 8)],
  [new Uint16Array(apart, 2, 4), bytes.subarray(2, 10)],
];

async function through(stream, input, piece) {
  const chunks = [];
  stream.on('data', (chunk) => chunks.push(chunk));
  for (let i = 0; i < input.length; i += piece)
    stream.write(input.subarray(i, i + piece));
  stream.end();
  await new Promise((resolve, reject) => stream.on('end', resolve).on('error', reject));
  assert.strictEqual(stream.bytesWritten, input.length);
  return Buffer.concat(chunks);
}

async function main() {
  for (const [pack, unpack, Pack, Unpack] of PAIRS) {
    for (const [input, expected] of INPUTS) {
      const packed = zlib[`${pack}Sync`](input);
      assert(Buffer.isBuffer(packed));
      assert.deepStrictEqual(zlib[`${unpack}Sync`](packed), expected);
      assert.deepStrictEqual(await promisify(zlib[unpack])(await promisify(zlib[pack])(input)),
                             expected);
      const { buffer, engine } = zlib[`${pack}Sync`](input, { info: true });
      assert.deepStrictEqual(buffer, packed);
      assert(engine instanceof zlib[Pack] && engine.bytesWritten === expected.length);
    }
    for (const piece of [1e6, 9973]) {
      const packed = await through(zlib[`create${Pack}`](), large, piece);
      assert.deepStrictEqual(await through(new zlib[Unpack]({ chunkSize: 1000 }), packed, piece),
                             large);
    }
    const small = await through(zlib[`create${Pack}`](), bytes, 1);
    assert.deepStrictEqual(await through(zlib[`create${Unpack}`](), small, 1), bytes);
  }
}
main();
