'use strict';
// node:zlib: zlib's formats, Brotli and Zstandard, as streams and as functions. The streams are
// loaded when one is made, a library with the first coder of its format.

const {
  ArrayBufferIsView, ObjectDefineProperty: defineProperty, ObjectFreeze, ObjectKeys,
  StringPrototypeStartsWith,
} = primordials;
const { validateInteger, validateUint32 } = require('internal/validators');
require('internal/zlib/options').limits.most = require('buffer').kMaxLength;

const CLASSES = [
  'Deflate', 'Inflate', 'Gzip', 'Gunzip', 'DeflateRaw', 'InflateRaw', 'Unzip', 'BrotliCompress',
  'BrotliDecompress', 'ZstdCompress', 'ZstdDecompress',
];
const FUNCTIONS = [
  'deflate', 'gzip', 'deflateRaw', 'unzip', 'inflate', 'gunzip', 'inflateRaw', 'brotliCompress',
  'brotliDecompress', 'zstdCompress', 'zstdDecompress',
];
const CREATED = [
  'Deflate', 'Inflate', 'DeflateRaw', 'InflateRaw', 'Gzip', 'Gunzip', 'Unzip', 'BrotliCompress',
  'BrotliDecompress', 'ZstdCompress', 'ZstdDecompress',
];

const binding = internalBinding('zlib');

exports.crc32 = function crc32(data, value = 0) {
  if (typeof data !== 'string' && !ArrayBufferIsView(data)) {
    throw new (require('internal/errors').codes.ERR_INVALID_ARG_TYPE)(
      'data', ['string', 'Buffer', 'TypedArray', 'DataView'], data);
  }
  validateUint32(value, 'value');
  return binding.crc32(data, value);
};

// A property that is created when it is first read. A program may replace it.
function lazy(name, make) {
  const set = (value) => defineProperty(exports, name, {
    __proto__: null, configurable: true, enumerable: true, writable: true, value,
  });
  defineProperty(exports, name, {
    __proto__: null, configurable: true, enumerable: true, set,
    get() {
      const value = make();
      set(value);
      return value;
    },
  });
}

for (let i = 0; i < CLASSES.length; i++) {
  const name = CLASSES[i];
  lazy(name, () => require('internal/zlib/streams')[name]);
}

for (let i = 0; i < FUNCTIONS.length; i++) {
  const name = FUNCTIONS[i];
  lazy(name, () => require('internal/zlib/whole')[name]);
  lazy(`${name}Sync`, () => require('internal/zlib/whole')[`${name}Sync`]);
}

for (let i = 0; i < CREATED.length; i++) {
  const name = CREATED[i];
  const key = `create${name}`;
  const create = { [key](options) { return new exports[name](options); } }[key];
  defineProperty(exports, key, {
    __proto__: null, configurable: true, enumerable: true, value: create,
  });
}

// ---- ZIP archives ----

lazy('ZipEntry', () => require('internal/zip/entry').ZipEntry);
lazy('ZipFile', () => require('internal/zip/file').ZipFile);
lazy('ZipBuffer', () => require('internal/zip/buffer').ZipBuffer);
lazy('createZipArchive', () => require('internal/zip/archive').createZipArchive);
lazy('createZipArchiveSync', () => require('internal/zip/archive').createZipArchiveSync);
lazy('zipFiles', () => require('internal/zip/files').zipFiles);

exports.getMaxZipContentSize = function getMaxZipContentSize() {
  require('internal/zip/entry').warn();
  return require('internal/zip/coding').limits.most;
};

exports.setMaxZipContentSize = function setMaxZipContentSize(size) {
  require('internal/zip/entry').warn();
  validateInteger(size, 'size', 0);
  require('internal/zip/coding').limits.most = size;
};

// ---- Constants ----

const constants = { __proto__: null };
const values = binding.constants();

const valueNames = ObjectKeys(values);
for (let i = 0; i < valueNames.length; i++) {
  const name = valueNames[i];
  const value = values[name];
  defineProperty(constants, name, { __proto__: null, enumerable: true, value });
  // Old names of all constants but Brotli's: properties of the module.
  if (!StringPrototypeStartsWith.call(name, 'BROTLI'))
    defineProperty(exports, name, { __proto__: null, value });
}

const codes = {};
const CODES = [
  'Z_OK', 'Z_STREAM_END', 'Z_NEED_DICT', 'Z_ERRNO', 'Z_STREAM_ERROR', 'Z_DATA_ERROR', 'Z_MEM_ERROR',
  'Z_BUF_ERROR', 'Z_VERSION_ERROR',
];
for (let i = 0; i < CODES.length; i++)
  defineProperty(codes, CODES[i], { __proto__: null, enumerable: true, value: values[CODES[i]] });
for (let i = 0; i < CODES.length; i++)
  defineProperty(codes, values[CODES[i]], { __proto__: null, enumerable: true, value: CODES[i] });

defineProperty(exports, 'constants', { __proto__: null, enumerable: true, value: constants });
defineProperty(exports, 'codes', { __proto__: null, enumerable: true, value: ObjectFreeze(codes) });
