'use strict';
// Little data that becomes much waits inside for its reader: no more is made than the reader has
// room for.
const assert = require('assert');
const zlib = require('zlib');

const SIZE = 64 << 20;
const zeros = Buffer.alloc(SIZE);
let checked = 0;
for (const [pack, Unpack] of [['gzipSync', zlib.Gunzip],
                              ['brotliCompressSync', zlib.BrotliDecompress],
                              ['zstdCompressSync', zlib.ZstdDecompress]]) {
  const bomb = zlib[pack](zeros, { level: 1, params: { [pack.startsWith('b') ? 1 : 100]: 1 } });
  const stream = new Unpack();
  stream.end(bomb);
  stream.on('readable', function first() {
    stream.off('readable', first);
    // As many turns as a stream that knew no measure would need to show it.
    let turns = 100;
    setImmediate(function wait() {
      if (turns-- > 0)
        return setImmediate(wait);
      assert(stream.readableLength <= 2 * stream.readableHighWaterMark, `${stream.readableLength}`);
      let size = 0;
      stream.on('data', (chunk) => size += chunk.length);
      stream.on('end', () => {
        assert.strictEqual(size, SIZE);
        checked++;
      });
    });
  });
}
process.on('exit', () => assert.strictEqual(checked, 3));
