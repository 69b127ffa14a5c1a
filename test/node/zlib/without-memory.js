'use strict';
// When the libraries get no memory, the program hears of it: nothing ends the process.
// differs from Node: its engine may end it
const assert = require('assert');
const fs = require('fs');
const zlib = require('zlib');
const { execFileSync } = require('child_process');

const { BROTLI_PARAM_LGWIN, BROTLI_PARAM_LARGE_WINDOW, ZSTD_c_windowLog, ZSTD_c_compressionLevel } =
  zlib.constants;
const large = { params: { [BROTLI_PARAM_LGWIN]: 30, [BROTLI_PARAM_LARGE_WINDOW]: 1 } };
const long = { params: { [ZSTD_c_windowLog]: 31, [ZSTD_c_compressionLevel]: 22 } };
const input = Buffer.alloc(1 << 20, 'abc');
const bomb = zlib.gzipSync(Buffer.alloc(64 << 20), { level: 1 });
const bombs = Buffer.concat(Array(10).fill(bomb));
const coder = zlib.createBrotliCompress(large);

function main() {
  const pages = Number(fs.readFileSync('/proc/self/statm', 'latin1').split(' ')[0]);
  execFileSync('prlimit', ['--pid', `${process.pid}`, `--as=${pages * 4096 + (400 << 20)}`]);

  const no = { code: 'ERR_MEMORY_ALLOCATION_FAILED' };
  const failed = { code: 'ERR_BROTLI_COMPRESSION_FAILED', message: 'Compression failed' };
  const codes = [];
  const note = (error) => codes.push(error.code);
  assert.throws(() => zlib.gunzipSync(bombs), no);
  assert.throws(() => zlib.brotliCompressSync(input, large), failed);
  zlib.gunzip(bombs, note);
  zlib.brotliCompress(input, large, note);
  coder.on('error', note).resume().end(input);
  const stream = zlib.createZstdCompress(long);
  stream.on('error', note).resume().write(input);
  process.on('exit', () => {
    assert.deepStrictEqual(codes.sort(),
                           [failed.code, failed.code, no.code, 'ZSTD_error_memory_allocation']);
  });
}

// A sanitizer ends the process itself. The pool's threads are to be there before: they take memory
// too.
let left = fs.readFileSync('/proc/self/maps', 'latin1').includes('libasan') ? 0 : 8;
for (let i = left; i > 0; i--)
  zlib.gzip(input, () => --left === 0 && main());
