'use strict';
// Options are checked before anything happens, with Node's codes and words.
const assert = require('assert');
const zlib = require('zlib');

const range = (name, words, value) => ({
  name: 'RangeError', code: 'ERR_OUT_OF_RANGE',
  message: `The value of "${name}" is out of range. It must be ${words}. Received ${value}`,
});
const type = (message) => ({ name: 'TypeError', code: 'ERR_INVALID_ARG_TYPE', message });
const refused = (method, options, error) => assert.throws(() => zlib[method]('x', options), error);

for (const make of [zlib.createGzip, (options) => new zlib.Deflate(options),
                    (options) => zlib.gzipSync('x', options)])
  assert.throws(() => make({ level: 10 }), range('options.level', '>= -1 and <= 9', 10));
refused('gzipSync', { windowBits: 8 }, range('options.windowBits', '>= 9 and <= 15', 8));
refused('deflateSync', { windowBits: 16 }, range('options.windowBits', '>= 8 and <= 15', 16));
refused('inflateRawSync', { windowBits: 0 }, range('options.windowBits', '>= 8 and <= 15', 0));
refused('gzipSync', { memLevel: 0 }, range('options.memLevel', '>= 1 and <= 9', 0));
refused('gzipSync', { strategy: 5 }, range('options.strategy', '>= 0 and <= 4', 5));
refused('gzipSync', { chunkSize: 63 }, range('options.chunkSize', '>= 64', 63));
refused('gzipSync', { chunkSize: Infinity },
        range('options.chunkSize', 'a finite number', 'Infinity'));
assert.throws(() => zlib.createGzip({ chunkSize: 1e15 }),
              { name: 'RangeError', code: 'ERR_MEMORY_ALLOCATION_FAILED' });
refused('gzipSync', { flush: 6 }, range('options.flush', '>= 0 and <= 5', 6));
refused('brotliCompressSync', { flush: 4 }, range('options.flush', '>= 0 and <= 3', 4));
refused('zstdCompressSync', { finishFlush: 3 }, range('options.finishFlush', '>= 0 and <= 2', 3));
refused('gzipSync', { maxOutputLength: 0 }, { code: 'ERR_OUT_OF_RANGE' });
refused('gzipSync', { level: '5' },
        type('The "options.level" property must be of type number. Received type string (\'5\')'));
refused('gzipSync', { dictionary: 'x' }, type(
  'The "options.dictionary" property must be an instance of Buffer, TypedArray, DataView, or ' +
  'ArrayBuffer. Received type string (\'x\')'));
refused('inflateSync', { rejectGarbageAfterEnd: 1 },
        type('The "options.rejectGarbageAfterEnd" property must be of type boolean. ' +
             'Received type number (1)'));
refused('brotliCompressSync', { params: { 9: 1 } },
        { name: 'RangeError', code: 'ERR_BROTLI_INVALID_PARAM',
          message: '9 is not a valid Brotli parameter' });
refused('zstdCompressSync', { params: { 0: 1, '00': 1 } },
        { name: 'RangeError', code: 'ERR_ZSTD_INVALID_PARAM',
          message: '00 is not a valid zstd parameter' });
refused('brotliCompressSync', { params: { 1: 'x' } },
        type('The "options.params[key]" property must be of type number. ' +
             'Received type string (\'x\')'));
refused('zstdCompressSync', { params: { [zlib.constants.ZSTD_c_windowLog]: 3 } },
        { name: 'Error', code: 'ERR_ZLIB_INITIALIZATION_FAILED',
          message: 'Setting parameter failed' });
refused('brotliDecompressSync', { params: { 2: 1 } },
        { name: 'Error', code: 'ERR_ZLIB_INITIALIZATION_FAILED',
          message: 'Initialization failed' });
refused('zstdCompressSync', { pledgedSrcSize: -1 },
        { code: 'ERR_OUT_OF_RANGE', message: 'pledgedSrcSize must be non-negative' });
// What is no number at all means the default.
assert.deepStrictEqual(zlib.gzipSync('x', { level: NaN, chunkSize: undefined }),
                       zlib.gzipSync('x'));
for (const nothing of [null, undefined, 1, 'x'])
  assert.deepStrictEqual(zlib.deflateSync('x', nothing), zlib.deflateSync('x'));

// A part of a byte is no room.
let length = 0;
zlib.createGzip({ chunkSize: 64.5 }).on('data', (chunk) => length += chunk.length)
  .end(Buffer.alloc(1e5));
process.on('exit', () => assert(length > 64));

assert.throws(() => zlib.gzipSync(1),
              { code: 'ERR_INVALID_ARG_TYPE', message: /^The "buffer" argument must be/ });
assert.throws(() => zlib.gzip('x'),
              { code: 'ERR_INVALID_ARG_TYPE', message: /^The "callback" argument must be/ });
assert.throws(() => zlib.gzip({}, () => {}),
              { code: 'ERR_INVALID_ARG_TYPE', message: /^The "chunk" argument/ });
