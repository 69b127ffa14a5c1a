'use strict';
// params() keeps its place among the writes: each chunk is compressed in the way that was asked for
// before it. After end() it changes nothing, and is no error.
// differs from Node: there the next write may run already when the level changes, and an error
// comes of it
const assert = require('assert');
const zlib = require('zlib');

const SIZE = 100_000;
const LEVELS = [0, 9, 0, 1];
const called = [];
let ended = 0;

for (const name of ['Deflate', 'Gzip', 'DeflateRaw']) {
  const stream = new zlib[name]({ level: 6 });
  const chunks = [];
  stream.write(Buffer.alloc(SIZE, 'ab'));
  for (const level of LEVELS) {
    stream.params(level, zlib.constants.Z_DEFAULT_STRATEGY, (error) => {
      called.push(error ?? stream._level === level);
    });
    stream.write(Buffer.alloc(SIZE, 'ab'));
  }
  stream.end();
  stream.params(5, zlib.constants.Z_HUFFMAN_ONLY,
                (error) => called.push(error ?? stream._level === 1));
  stream.on('data', (chunk) => chunks.push(chunk)).on('end', () => {
    const packed = Buffer.concat(chunks);
    // Two of the five are stored.
    assert(packed.length > 2 * SIZE && packed.length < 2.1 * SIZE, `${packed.length}`);
    const unpack = name === 'DeflateRaw' ? zlib.inflateRawSync : zlib.unzipSync;
    assert(unpack(packed).equals(Buffer.alloc(5 * SIZE, 'ab')));
    ended++;
  });
}

process.on('exit', () => {
  assert.strictEqual(ended, 3);
  assert.deepStrictEqual(called, Array(3 * (LEVELS.length + 1)).fill(true));
});
