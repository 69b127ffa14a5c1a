'use strict';
// zlib's functions that have all their input at once: one coder, one job, one buffer.
//
// Each function is written out with its name, which reports of a blocked loop show. None calls in
// the tail of its return: the engine would leave it out of the stack.

const { codes } = require('internal/errors');
const { validateFunction } = require('internal/validators');
const { isAnyArrayBuffer, isArrayBufferView } = require('internal/util/types');
const { bufferFrom } = require('internal/buffer');
const { bufferOf, check, lasting, modes, open, read } = require('internal/zlib/options');

const TYPES = ['string', 'Buffer', 'TypedArray', 'DataView'];
const SYNC_TYPES = ['string', 'Buffer', 'TypedArray', 'DataView', 'ArrayBuffer'];

function bytesOf(input, name, types) {
  if (typeof input === 'string')
    return bufferFrom(input);
  if (!isArrayBufferView(input) && !isAnyArrayBuffer(input))
    throw new codes.ERR_INVALID_ARG_TYPE(name, types, input);
  return input;
}

// A coder for one use; with `info` it is that of a stream, which the program gets to see.
function engineFor(name, options) {
  const settings = read(modes[name], options);
  if (!settings.info)
    return { __proto__: null, settings, coder: open(settings), stream: null };
  const stream = new (require('internal/zlib/streams')[name])(options);
  return { __proto__: null, settings, coder: stream._handle, stream };
}

// What the program gets for what the coder made; or throws.
function resultOf({ settings, stream }, size, left, made, message, errno, code) {
  if (stream !== null)
    stream.bytesWritten = size - left;
  const buffer = bufferOf(settings, made, message, errno, code);
  if (left > 0 && settings.onlyOne)
    throw new codes.ERR_TRAILING_JUNK_AFTER_STREAM_END();
  return stream !== null ? { buffer, engine: stream } : buffer;
}

function now(name, buffer, options) {
  const engine = engineFor(name, options);
  const { settings, coder, stream } = engine;
  try {
    const input = bytesOf(buffer, 'buffer', SYNC_TYPES);
    const size = input.byteLength;
    const done = check(coder.whole(settings.finish, input, 0, size, settings.most,
                                   settings.chunkSize, false));
    return resultOf(engine, size, done[0], done[1], done[2], done[3], done[4]);
  } finally {
    coder.close();
    if (stream !== null)
      stream._handle = null;
  }
}

function later(name, buffer, options, callback) {
  if (typeof options === 'function') {
    callback = options;
    options = { __proto__: null };
  }
  validateFunction(callback, 'callback');
  const engine = engineFor(name, options);
  const { settings, coder, stream } = engine;
  const input = lasting(bytesOf(buffer, 'chunk', TYPES));
  const size = input.byteLength;
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
  deflate(buffer, options, callback) { later('Deflate', buffer, options, callback); },
  deflateSync(buffer, options) { const made = now('Deflate', buffer, options); return made; },
  gzip(buffer, options, callback) { later('Gzip', buffer, options, callback); },
  gzipSync(buffer, options) { const made = now('Gzip', buffer, options); return made; },
  deflateRaw(buffer, options, callback) { later('DeflateRaw', buffer, options, callback); },
  deflateRawSync(buffer, options) { const made = now('DeflateRaw', buffer, options); return made; },
  unzip(buffer, options, callback) { later('Unzip', buffer, options, callback); },
  unzipSync(buffer, options) { const made = now('Unzip', buffer, options); return made; },
  inflate(buffer, options, callback) { later('Inflate', buffer, options, callback); },
  inflateSync(buffer, options) { const made = now('Inflate', buffer, options); return made; },
  gunzip(buffer, options, callback) { later('Gunzip', buffer, options, callback); },
  gunzipSync(buffer, options) { const made = now('Gunzip', buffer, options); return made; },
  inflateRaw(buffer, options, callback) { later('InflateRaw', buffer, options, callback); },
  inflateRawSync(buffer, options) { const made = now('InflateRaw', buffer, options); return made; },
  brotliCompress(buffer, options, callback) { later('BrotliCompress', buffer, options, callback); },
  brotliCompressSync(buffer, options) {
    const made = now('BrotliCompress', buffer, options);
    return made;
  },
  brotliDecompress(buffer, options, callback) {
    later('BrotliDecompress', buffer, options, callback);
  },
  brotliDecompressSync(buffer, options) {
    const made = now('BrotliDecompress', buffer, options);
    return made;
  },
  zstdCompress(buffer, options, callback) { later('ZstdCompress', buffer, options, callback); },
  zstdCompressSync(buffer, options) {
    const made = now('ZstdCompress', buffer, options);
    return made;
  },
  zstdDecompress(buffer, options, callback) { later('ZstdDecompress', buffer, options, callback); },
  zstdDecompressSync(buffer, options) {
    const made = now('ZstdDecompress', buffer, options);
    return made;
  },
};
