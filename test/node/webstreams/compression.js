'use strict';
// CompressionStream and DecompressionStream: the four formats, any pieces, errors as TypeError.
const assert = require('assert');
const web = require('stream/web');

assert.strictEqual(CompressionStream, web.CompressionStream);
assert.strictEqual(DecompressionStream, web.DecompressionStream);
assert.throws(() => new CompressionStream('lzw'),
              { name: 'TypeError', code: 'ERR_INVALID_ARG_VALUE' });

async function through(stream, chunks) {
  const writer = stream.writable.getWriter();
  for (const chunk of chunks)
    writer.write(chunk).catch(() => {});
  writer.close().catch(() => {});
  const got = await Array.fromAsync(stream.readable);
  assert(got.every((chunk) => chunk.constructor === Uint8Array));
  return Buffer.concat(got);
}

async function main() {
  const large = Buffer.alloc(300_000, 'again and again, ');
  for (const format of ['gzip', 'deflate', 'deflate-raw', 'brotli']) {
    const packed = await through(new CompressionStream(format),
                                 [large.subarray(0, 70_000), large.subarray(70_000)]);
    assert(packed.length < large.length / 10);
    const unpack = (chunks) => through(new DecompressionStream(format), chunks);
    assert.deepStrictEqual(await unpack([packed]), large);
    assert.deepStrictEqual(await unpack([...packed].map((byte) => new Uint8Array([byte]))), large);
    await assert.rejects(unpack([packed.subarray(0, -1)]),
                         { name: 'TypeError', code: 'Z_BUF_ERROR' });
    await assert.rejects(unpack([packed, new Uint8Array(1)]),
                         { code: 'ERR_TRAILING_JUNK_AFTER_STREAM_END' });
    await assert.rejects(unpack([Buffer.from('\xffno such format', 'latin1')]), TypeError);
    await assert.rejects(unpack([null]), { code: 'ERR_STREAM_NULL_VALUES' });
    await assert.rejects(unpack([{}]), { code: 'ERR_INVALID_ARG_TYPE' });
    assert.strictEqual((await through(new CompressionStream(format),
                                      [new ArrayBuffer(8)])).length > 0, true);
  }
}
main();
