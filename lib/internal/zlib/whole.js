'use strict';
// zlib's functions for a whole input: one coder, one job, one result.
//
// Each function is written out because reports of a blocked loop print its name. None ends in a
// tail call: the engine would drop it from the stack.

const { ObjectHasOwn } = primordials;
const { codes } = require('internal/errors');
const { validateFunction } = require('internal/validators');
const { isAnyArrayBuffer, isArrayBufferView } = require('internal/util/types');
const { bufferFrom } = require('internal/buffer');
const { sizeOf } = require('internal/util/bytes');
const {
  bufferOf, check, modes, openCoder, readOptions, stableBytes,
} = require('internal/zlib/options');

const TYPES = ['string', 'Buffer', 'TypedArray', 'DataView'];
const SYNC_TYPES = ['string', 'Buffer', 'TypedArray', 'DataView', 'ArrayBuffer'];

function bytesOf(input, name, types) {
  if (typeof input === 'string')
    return bufferFrom(input);
  if (!isArrayBufferView(input) && !isAnyArrayBuffer(input))
    throw new codes.ERR_INVALID_ARG_TYPE(name, types, input);
  return input;
}

// As in Node, a byteLength that the program has defined on the input counts. The binding refuses
// one that is too large.
const inputSize = (input) =>
  (ObjectHasOwn(input, 'byteLength') ? input.byteLength : sizeOf(input));

// A coder for one use. With `info` it belongs to a stream, which the program gets as `engine`.
function engineFor(name, options) {
  const settings = readOptions(modes[name], options);
  if (!settings.info)
    return { __proto__: null, settings, coder: openCoder(settings), stream: null };
  const stream = new (require('internal/zlib/streams')[name])(options);
  return { __proto__: null, settings, coder: stream._handle, stream };
}

// The value for the program; throws the error of the job.
function resultOf({ settings, stream }, size, left, made, message, errno, code) {
  if (stream !== null)
    stream.bytesWritten = size - left;
  const buffer = bufferOf(settings, made, message, errno, code);
  if (left > 0 && settings.onlyOne)
    throw new codes.ERR_TRAILING_JUNK_AFTER_STREAM_END();
  return stream !== null ? { buffer, engine: stream } : buffer;
}

function runSync(name, buffer, options) {
  const engine = engineFor(name, options);
  const { settings, coder, stream } = engine;
  try {
    const input = bytesOf(buffer, 'buffer', SYNC_TYPES);
    const size = inputSize(input);
    const done = check(coder.whole(settings.finish, input, 0, size, settings.most,
                                   settings.chunkSize, false));
    return resultOf(engine, size, done[0], done[1], done[2], done[3], done[4]);
  } finally {
    coder.close();
    if (stream !== null)
      stream._handle = null;
  }
}

function runAsync(name, buffer, options, callback) {
  if (typeof options === 'function') {
    callback = options;
    options = { __proto__: null };
  }
  validateFunction(callback, 'callback');
  const engine = engineFor(name, options);
  const { settings, coder, stream } = engine;
  const input = stableBytes(bytesOf(buffer, 'chunk', TYPES));
  const size = inputSize(input);
  coder.ondone = require('internal/async_context').bind((left, made, message, errno, code) => {
    let result;
    let error = null;
    try {
      result = resultOf(engine, size, left, made, message, errno, code);
    } catch (wrong) {
      error = wrong;
    }
    if (stream !== null)
      stream.destroy();
    else
      coder.close();
    if (error !== null)
      callback(error);
    else
      callback(null, result);
  }, 'ZLIB');
  check(coder.whole(settings.finish, input, 0, size, settings.most, settings.chunkSize, true));
}

module.exports = {
  deflate(buffer, options, callback) { runAsync('Deflate', buffer, options, callback); },
  deflateSync(buffer, options) {
    const result = runSync('Deflate', buffer, options);
    return result;
  },
  gzip(buffer, options, callback) { runAsync('Gzip', buffer, options, callback); },
  gzipSync(buffer, options) { const result = runSync('Gzip', buffer, options); return result; },
  deflateRaw(buffer, options, callback) { runAsync('DeflateRaw', buffer, options, callback); },
  deflateRawSync(buffer, options) {
    const result = runSync('DeflateRaw', buffer, options);
    return result;
  },
  unzip(buffer, options, callback) { runAsync('Unzip', buffer, options, callback); },
  unzipSync(buffer, options) { const result = runSync('Unzip', buffer, options); return result; },
  inflate(buffer, options, callback) { runAsync('Inflate', buffer, options, callback); },
  inflateSync(buffer, options) {
    const result = runSync('Inflate', buffer, options);
    return result;
  },
  gunzip(buffer, options, callback) { runAsync('Gunzip', buffer, options, callback); },
  gunzipSync(buffer, options) { const result = runSync('Gunzip', buffer, options); return result; },
  inflateRaw(buffer, options, callback) { runAsync('InflateRaw', buffer, options, callback); },
  inflateRawSync(buffer, options) {
    const result = runSync('InflateRaw', buffer, options);
    return result;
  },
  brotliCompress(buffer, options, callback) {
    runAsync('BrotliCompress', buffer, options, callback);
  },
  brotliCompressSync(buffer, options) {
    const result = runSync('BrotliCompress', buffer, options);
    return result;
  },
  brotliDecompress(buffer, options, callback) {
    runAsync('BrotliDecompress', buffer, options, callback);
  },
  brotliDecompressSync(buffer, options) {
    const result = runSync('BrotliDecompress', buffer, options);
    return result;
  },
  zstdCompress(buffer, options, callback) { runAsync('ZstdCompress', buffer, options, callback); },
  zstdCompressSync(buffer, options) {
    const result = runSync('ZstdCompress', buffer, options);
    return result;
  },
  zstdDecompress(buffer, options, callback) {
    runAsync('ZstdDecompress', buffer, options, callback);
  },
  zstdDecompressSync(buffer, options) {
    const result = runSync('ZstdDecompress', buffer, options);
    return result;
  },
};
