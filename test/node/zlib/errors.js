'use strict';
// Data that is no good is said to be by message, errno and code: thrown, given to callbacks,
// emitted by streams.
const assert = require('assert');
const zlib = require('zlib');

const gzip = zlib.gzipSync('hello, hello, hello');
const broken = (bytes, at) => Buffer.from(bytes.map((byte, i) => (i === at ? byte ^ 0xff : byte)));
const AT_END = { message: 'unexpected end of file', errno: -5, code: 'Z_BUF_ERROR' };
const data = (message) => ({ message, errno: -3, code: 'Z_DATA_ERROR' });
const dictionary = Buffer.from('a word that is known to both sides');
const withDictionary = zlib.deflateSync('a word that is known', { dictionary });
const need = (message) => ({ message, errno: 2, code: 'Z_NEED_DICT' });
const large = (most) => ({
  name: 'RangeError', message: `Cannot create a Buffer larger than ${most} bytes`,
  code: 'ERR_BUFFER_TOO_LARGE',
});

const CASES = [
  ['gunzip', 'not compressed at all', data('incorrect header check')],
  ['inflate', Buffer.alloc(10), data('unknown compression method')],
  ['inflateRaw', Buffer.alloc(10), data('invalid stored block lengths')],
  ['gunzip', '', AT_END],
  ['gunzip', gzip.subarray(0, -1), AT_END],
  ['unzip', gzip.subarray(0, 2), AT_END],
  ['gunzip', broken(gzip, gzip.length - 5), data('incorrect data check')],
  ['gunzip', broken(gzip, gzip.length - 1), data('incorrect length check')],
  ['inflate', withDictionary, need('Missing dictionary')],
  ['inflate', withDictionary, need('Bad dictionary'), { dictionary: Buffer.from('another') }],
  ['brotliDecompress', '', AT_END],
  ['brotliDecompress', zlib.brotliCompressSync('hello').subarray(0, 5), AT_END],
  ['brotliDecompress', Buffer.alloc(10),
   { message: 'Decompression failed', errno: -6, code: 'ERR__ERROR_FORMAT_CL_SPACE' }],
  ['zstdDecompress', zlib.zstdCompressSync('hello').subarray(0, 9), AT_END],
  ['zstdDecompress', 'nothing of the kind',
   { message: 'Unknown frame descriptor', errno: 10, code: 'ZSTD_error_prefix_unknown' }],
  ['zstdCompress', 'hello', { errno: 72, code: 'ZSTD_error_srcSize_wrong' }, { pledgedSrcSize: 4 }],
  ['gunzip', zlib.gzipSync(Buffer.alloc(1e5)), large(99_999), { maxOutputLength: 99_999 }],
  ['gzip', gzip, large(10), { maxOutputLength: 10 }],
];

let called = 0;
for (const [name, input, error, options] of CASES) {
  const check = (actual) => {
    assert.throws(() => { throw actual; }, error);
    called++;
  };
  assert.throws(() => zlib[`${name}Sync`](input, options), error);
  zlib[name](input, options ?? {}, (actual, result) => {
    assert.strictEqual(result, undefined);
    check(actual);
  });
  if (error.code === 'ERR_BUFFER_TOO_LARGE') {
    called++;   // streams have no such limit
    continue;
  }
  const stream = zlib[`create${name[0].toUpperCase()}${name.slice(1)}`](options);
  stream.on('error', check).on('end', () => assert.fail('it ended')).resume().end(input);
}
assert.strictEqual(zlib.gunzipSync(zlib.gzipSync(Buffer.alloc(1e5)),
                                   { maxOutputLength: 1e5 }).length, 1e5);
process.on('exit', () => assert.strictEqual(called, 2 * CASES.length));
