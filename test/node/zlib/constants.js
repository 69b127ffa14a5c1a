'use strict';
// zlib.constants and zlib.codes cannot be changed; crc32() goes on from a value.
const assert = require('assert');
const zlib = require('zlib');

const { constants, codes } = zlib;
assert.strictEqual(constants.Z_FINISH, 4);
assert.strictEqual(constants.BROTLI_PARAM_QUALITY, 1);
assert.strictEqual(constants.ZSTD_c_compressionLevel, 100);
assert.strictEqual(constants.Z_MAX_CHUNK, Infinity);
assert.strictEqual(zlib.Z_SYNC_FLUSH, 2);                        // the old place
assert(!Object.keys(zlib).includes('Z_SYNC_FLUSH'));
assert.throws(() => { constants.Z_OK = 1; }, TypeError);
assert.throws(() => { zlib.codes = {}; }, TypeError);
assert(Object.isFrozen(codes));
assert.strictEqual(codes.Z_BUF_ERROR, -5);
assert.strictEqual(codes[-5], 'Z_BUF_ERROR');

assert.strictEqual(zlib.crc32('hello'), 907060870);
assert.strictEqual(zlib.crc32('world', 907060870), zlib.crc32('helloworld'));
assert.strictEqual(zlib.crc32(Buffer.from('hello', 'utf16le')), 1427272415);
assert.strictEqual(zlib.crc32('', 5), 5);
assert.strictEqual(zlib.crc32(new Uint8Array(0)), 0);
assert.throws(() => zlib.crc32(), { code: 'ERR_INVALID_ARG_TYPE' });
assert.throws(() => zlib.crc32('x', -1), { code: 'ERR_OUT_OF_RANGE' });
assert.throws(() => zlib.crc32('x', 2 ** 32), { code: 'ERR_OUT_OF_RANGE' });

assert(require('module').builtinModules.includes('zlib'));
assert.strictEqual(require('node:zlib'), zlib);
