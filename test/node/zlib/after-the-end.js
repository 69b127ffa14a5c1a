'use strict';
// What is written after the compressed data has ended is never lost without a word, nor read as if
// it belonged to it.
const assert = require('assert');
const zlib = require('zlib');

const { Z_FINISH, BROTLI_OPERATION_FINISH, ZSTD_e_end } = zlib.constants;
let heard = 0;

// A flush may end it; zstd then begins another frame.
for (const [stream, kind, code] of [
  [zlib.createGzip(), Z_FINISH, 'Z_BUF_ERROR'], [zlib.createDeflate(), Z_FINISH, 'Z_BUF_ERROR'],
  [zlib.createDeflateRaw(), Z_FINISH, 'Z_BUF_ERROR'],
  [zlib.createBrotliCompress(), BROTLI_OPERATION_FINISH, 'ERR_BROTLI_COMPRESSION_FAILED'],
]) {
  stream.write('one');
  stream.flush(kind);
  stream.write('two');
  stream.on('end', () => assert.fail('it ended'))
    .on('error', (error) => heard += error.code === code).resume().end();
}
const frames = [];
const zstd = zlib.createZstdCompress({ flush: ZSTD_e_end });
zstd.write('one');
zstd.end('two');
zstd.on('data', (chunk) => frames.push(chunk)).on('end', () => {
  heard += `${zlib.zstdDecompressSync(Buffer.concat(frames))}` === 'onetwo';
});

// Garbage, then something that would be a frame: the reader has had the end already.
const frame = zlib.zstdCompressSync('a');
const unpack = zlib.createZstdDecompress();
let got = '';
unpack.on('data', (chunk) => got += chunk).on('error', assert.ifError)
  .on('close', () => heard += got === 'a');
for (const chunk of [frame, Buffer.from('garbage'), frame])
  unpack.write(chunk);
unpack.end();

// The first bytes of a frame and no more are garbage for who refuses it.
const rest = Buffer.concat([frame, frame.subarray(0, 2)]);
const strict = { rejectGarbageAfterEnd: true };
const junk = { code: 'ERR_TRAILING_JUNK_AFTER_STREAM_END' };
assert.throws(() => zlib.zstdDecompressSync(rest, strict), junk);
const refusing = zlib.createZstdDecompress(strict);
refusing.on('error', (error) => heard += error.code === junk.code).resume();
for (const byte of rest)
  refusing.write(Buffer.from([byte]));
refusing.end();

process.on('exit', () => assert.strictEqual(heard, 7));
