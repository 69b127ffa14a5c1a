'use strict';
// Compresses and decompresses the data of ZIP members.
//
// (1) A member is decompressed to at most its declared size, so that false sizes cost no memory.
// (2) Any fault of the data is ERR_ZIP_ENTRY_CORRUPT.

const { MathMax, MathMin, Promise } = primordials;
const { codes } = require('internal/errors');
const { FastBuffer, kMaxLength } = require('internal/buffer');
const { bufferOver, copyBytes, sizeOf } = require('internal/util/bytes');
const { isUint8Array } = require('internal/util/types');
const { FLAG_ENCRYPTED, unsupported } = require('internal/zip/format');
const { crc32 } = internalBinding('zlib');

const STORE = 0;
const DEFLATE = 8;
const ZSTD = 93;
const CHUNK = 65536;

// By method: functions of internal/zlib/whole and modes of coders.
const METHODS = {
  __proto__: null,
  [DEFLATE]: {
    __proto__: null, pack: 'deflateRaw', unpack: 'inflateRaw', packMode: 'DeflateRaw',
    unpackMode: 'InflateRaw', verb: 'inflates', infinitive: 'inflate',
  },
  [ZSTD]: {
    __proto__: null, pack: 'zstdCompress', unpack: 'zstdDecompress', packMode: 'ZstdCompress',
    unpackMode: 'ZstdDecompress', verb: 'decompresses', infinitive: 'decompress',
  },
};

const kNothing = new FastBuffer(0);

const limits = { __proto__: null, most: 256 * 1024 * 1024 };

const whole = () => require('internal/zlib/whole');

function call(name, bytes, options) {
  return new Promise((resolve, reject) => {
    whole()[name](bytes, options, (error, result) => {
      if (error !== null && error !== undefined)
        reject(error);
      else
        resolve(result);
    });
  });
}

// ---- Whole members ----

// What is stored of `data`: it is not compressed if that makes it no smaller.
function chosen(data, method, packed) {
  return sizeOf(packed) < sizeOf(data) ? { __proto__: null, method, bytes: packed } :
    { __proto__: null, method: STORE, bytes: data };
}

async function pack(data, method) {
  if (method === STORE || sizeOf(data) === 0)
    return { __proto__: null, method: STORE, bytes: data };
  return chosen(data, method, await call(METHODS[method].pack, data, { __proto__: null }));
}

function packSync(data, method) {
  if (method === STORE || sizeOf(data) === 0)
    return { __proto__: null, method: STORE, bytes: data };
  return chosen(data, method, whole()[`${METHODS[method].pack}Sync`](data));
}

const corrupt = (record, text) =>
  new codes.ERR_ZIP_ENTRY_CORRUPT(`entry "${record.name}" ${text}`);

// Errors that are known before a byte is read.
function checkReadable(record, maxSize) {
  const { flags, method, name, size } = record;
  if ((flags & FLAG_ENCRYPTED) !== 0)
    throw unsupported(`entry "${name}" is encrypted`);
  if (method !== STORE && METHODS[method] === undefined)
    throw unsupported(`entry "${name}" uses compression method ${method}`);
  if (size > maxSize) {
    throw new codes.ERR_ZIP_ENTRY_TOO_LARGE(
      `entry "${name}" declares ${size} bytes, exceeding the ${maxSize} byte limit`);
  }
}

// Options of content(), with an error for members that no buffer can hold.
function prepareWhole(record, options) {
  checkReadable(record, options?.maxSize ?? limits.most);
  const size = MathMax(record.size, record.compressedSize);
  if (size > kMaxLength) {
    throw new codes.ERR_ZIP_ENTRY_TOO_LARGE(
      `entry "${record.name}" of ${size} bytes does not fit in a buffer`);
  }
}

const unpackOptions = ({ size }) => ({ __proto__: null, maxOutputLength: MathMax(size, 1) });

function unpackError(record, error) {
  if (error.code === 'ERR_BUFFER_TOO_LARGE')
    return corrupt(record, `${METHODS[record.method].verb} beyond its declared size`);
  return corrupt(record, `failed to ${METHODS[record.method].infinitive}: ${error.message}`);
}

function checkWhole(record, bytes, options) {
  const size = sizeOf(bytes);
  if (size !== record.size)
    throw corrupt(record, `produced ${size} bytes, expected ${record.size}`);
  if ((options?.verify ?? true) && crc32(bytes, 0) !== record.crc32)
    throw corrupt(record, 'failed CRC-32 verification');
  return bytes;
}

async function unpack(raw, record, options) {
  if (record.method === STORE)
    return checkWhole(record, copyBytes(raw), options);
  let bytes;
  try {
    bytes = await call(METHODS[record.method].unpack, raw, unpackOptions(record));
  } catch (error) {
    throw unpackError(record, error);
  }
  return checkWhole(record, bytes, options);
}

function unpackSync(raw, record, options) {
  if (record.method === STORE)
    return checkWhole(record, copyBytes(raw), options);
  let bytes;
  try {
    bytes = whole()[`${METHODS[record.method].unpack}Sync`](raw, unpackOptions(record));
  } catch (error) {
    throw unpackError(record, error);
  }
  return checkWhole(record, bytes, options);
}

// ---- Members in parts ----

function makeCoder(mode) {
  const { Coder } = require('internal/zlib/coder');
  const { modes, readOptions } = require('internal/zlib/options');
  return new Coder(readOptions(modes[mode], { __proto__: null, chunkSize: CHUNK }));
}

// The parts of bytes in memory.
async function* partsOf(bytes) {
  const size = sizeOf(bytes);
  for (let at = 0; at < size; at += CHUNK)
    yield bufferOver(bytes, at, MathMin(size, at + CHUNK));
}

async function* passThrough(parts) {
  for await (const part of parts)
    yield part;
}

async function* decompress(parts, record) {
  const coder = makeCoder(METHODS[record.method].unpackMode);
  try {
    for await (const part of parts) {
      for await (const piece of guarded(coder.pieces(part, coder.settings.flush), record))
        yield piece;
    }
    for await (const piece of guarded(coder.pieces(kNothing, coder.settings.finish), record))
      yield piece;
  } finally {
    coder.close();
  }
}

async function* guarded(pieces, record) {
  try {
    for await (const piece of pieces)
      yield piece;
  } catch (error) {
    throw unpackError(record, error);
  }
}

// The content of a member whose stored bytes come from `parts`.
async function* unpackParts(parts, record, options) {
  checkReadable(record, options?.maxSize ?? primordials.NumberPOSITIVE_INFINITY);
  const verify = options?.verify ?? true;
  let sum = 0;
  let size = 0;
  const output = record.method === STORE ? passThrough(parts) : decompress(parts, record);
  for await (const piece of output) {
    size += sizeOf(piece);
    if (size > record.size) {
      throw corrupt(record, record.method === STORE ?
        `produced more bytes than its declared size of ${record.size}` :
        `${METHODS[record.method].verb} beyond its declared size`);
    }
    if (verify)
      sum = crc32(piece, sum);
    yield piece;
  }
  if (size < record.size)
    throw corrupt(record, `is truncated: it produced ${size} bytes, expected ${record.size}`);
  if (verify && sum !== record.crc32)
    throw corrupt(record, 'failed CRC-32 verification');
}

// What compresses by a method, or null.
const packer = (method) => (method === STORE ? null : makeCoder(METHODS[method].packMode));

// Yields the compressed bytes of a source. At the end, sets the sizes and the checksum of the
// record and closes the coder.
async function* packParts(source, record, coder) {
  let sum = 0;
  let size = 0;
  let compressedSize = 0;
  try {
    for await (const chunk of source) {
      checkChunk(chunk);
      if (sizeOf(chunk) === 0)
        continue;
      sum = crc32(chunk, sum);
      size += sizeOf(chunk);
      if (coder === null) {
        compressedSize += sizeOf(chunk);
        yield bufferOver(chunk);
        continue;
      }
      for await (const piece of coder.pieces(chunk, coder.settings.flush)) {
        compressedSize += sizeOf(piece);
        yield piece;
      }
    }
    if (coder !== null) {
      for await (const piece of coder.pieces(kNothing, coder.settings.finish)) {
        compressedSize += sizeOf(piece);
        yield piece;
      }
    }
  } finally {
    if (coder !== null)
      coder.close();
  }
  record.crc32 = sum;
  record.size = size;
  record.compressedSize = compressedSize;
}

function checkChunk(chunk) {
  if (!isUint8Array(chunk))
    throw new codes.ERR_INVALID_ARG_TYPE('chunk', 'Uint8Array', chunk);
}

module.exports = {
  CHUNK, DEFLATE, STORE, ZSTD, limits, pack, packParts, packSync, packer, partsOf, prepareWhole,
  unpack, unpackParts, unpackSync,
};
