'use strict';
// Several gzip members and zstd frames in a row are one; what follows the end is ignored, or
// refused on demand.
const assert = require('assert');
const zlib = require('zlib');

const one = zlib.gzipSync('one'), two = zlib.gzipSync('two');
const join = (...parts) => Buffer.concat(parts.map((part) => Buffer.from(part)));
const junk = { name: 'TypeError', code: 'ERR_TRAILING_JUNK_AFTER_STREAM_END' };
const strict = { rejectGarbageAfterEnd: true };

for (const unpack of [zlib.gunzipSync, zlib.unzipSync]) {
  assert.strictEqual(`${unpack(join(one, two))}`, 'onetwo');
  assert.strictEqual(`${unpack(join(one, two, [0, 0, 0]))}`, 'onetwo');
  assert.throws(() => unpack(join(one, [1, 2, 3])),
                { code: 'Z_DATA_ERROR', message: 'incorrect header check' });
  assert.throws(() => unpack(join(one, [0x1f, 0x8b, 0xff, 0xff])),
                { message: 'unknown compression method' });
  assert.throws(() => unpack(join(one, two.subarray(0, 5))), { code: 'Z_BUF_ERROR' });
  assert.throws(() => unpack(join(one, two), strict), junk);
  assert.throws(() => unpack(join(one, [0]), strict), junk);
  assert.strictEqual(`${unpack(one, strict)}`, 'one');
}

for (const [pack, unpack] of [['deflate', 'inflate'], ['deflateRaw', 'inflateRaw'],
                              ['deflate', 'unzip'],
                              ['brotliCompress', 'brotliDecompress'],
                              ['zstdCompress', 'zstdDecompress']]) {
  const packed = zlib[`${pack}Sync`]('one');
  for (const rest of ['garbage', [0, 0], [0x1f, 0x8b]]) {
    const { buffer, engine } = zlib[`${unpack}Sync`](join(packed, rest), { info: true });
    assert.strictEqual(`${buffer}`, 'one');
    assert.strictEqual(engine.bytesWritten, packed.length);
    assert.throws(() => zlib[`${unpack}Sync`](join(packed, rest), strict), junk);
  }
}

// A frame's first bytes may come in any pieces; a few of them alone are no error.
const frame = zlib.zstdCompressSync('a'), skipped = Buffer.from('502a4d18020000000102', 'hex');
assert.strictEqual(`${zlib.zstdDecompressSync(join(frame, skipped, frame))}`, 'aa');
assert.strictEqual(`${zlib.zstdDecompressSync(join(frame, [0x28, 0xb5]))}`, 'a');
assert.throws(() => zlib.zstdDecompressSync(join(frame, [0x28, 0xb5, 0x2f, 0xfd])),
              { code: 'Z_BUF_ERROR' });

let ended = 0;
for (const [stream, bytes, text] of [
  [zlib.createGunzip(), join(one, two), 'onetwo'],
  [zlib.createUnzip(), join(one, zlib.deflateSync('2')), 'one2'],
  [zlib.createZstdDecompress(), join(frame, frame, [0, 1, 2, 3]), 'aa'],
]) {
  let got = '';
  stream.on('data', (chunk) => got += chunk).on('end', () => ended += got === text);
  for (const byte of bytes)
    stream.write(Buffer.from([byte]));
  stream.end();
}
process.on('exit', () => assert.strictEqual(ended, 3));
