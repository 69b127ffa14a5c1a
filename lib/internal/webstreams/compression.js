'use strict';
// CompressionStream and DecompressionStream (Compression Standard): a coder of zlib between two
// sides. The coder is closed at the end, after an error, when a side is cancelled, or when the
// stream is collected.

const {
  Promise, PromiseWithResolvers, TypedArrayPrototypeGetBuffer,
  TypedArrayPrototypeGetByteLength, Uint8Array,
} = primordials;
const { codes } = require('internal/errors');
const { bind } = require('internal/async_context');
const { bufferFrom } = require('internal/buffer');
const { isAnyArrayBuffer, isArrayBufferView, isSharedArrayBuffer } = require('internal/util/types');
const { finish, inspectAs, kInspect } = require('internal/webstreams/util');
const { TransformStream } = require('internal/webstreams/transform');
const { check, modes, openCoder, readOptions, stableBytes } = require('internal/zlib/options');

const FORMATS = {
  '__proto__': null,
  'deflate': ['Deflate', 'Inflate'],
  'deflate-raw': ['DeflateRaw', 'InflateRaw'],
  'gzip': ['Gzip', 'Gunzip'],
  'brotli': ['BrotliCompress', 'BrotliDecompress'],
};

// Some output is queued: a program may write before it reads.
const READABLE = {
  __proto__: null, highWaterMark: 65536,
  size: (chunk) => TypedArrayPrototypeGetByteLength.call(chunk),
};

function bytesOf(chunk) {
  if (chunk === null)
    throw new codes.ERR_STREAM_NULL_VALUES();
  if (typeof chunk === 'string')
    return bufferFrom(chunk);
  const isView = isArrayBufferView(chunk);
  // Shared memory could change while it is read: it is refused.
  if (isSharedArrayBuffer(isView ? chunk.buffer : chunk))
    throw new codes.ERR_INVALID_ARG_TYPE(
      'chunk', ['ArrayBuffer', 'Buffer', 'TypedArray', 'DataView'], chunk);
  if (!isView && !isAnyArrayBuffer(chunk))
    throw new codes.ERR_INVALID_ARG_TYPE(
      'chunk', ['string', 'Buffer', 'TypedArray', 'DataView'], chunk);
  return chunk;
}

function typeError(message, errno, code) {
  const error = new primordials.TypeError(message);
  error.errno = errno;
  error.code = code;
  return error;
}

// The error after a step, or undefined.
function wrongWith(left, room, message, errno, code) {
  if (message !== undefined)
    return typeError(message, errno, code);
  if (room > 0 && left > 0)
    return new codes.ERR_TRAILING_JUNK_AFTER_STREAM_END();
}

// A promise that is fulfilled when all that the chunk gives is in the queue. `side.isGone` means
// that the reader has cancelled: then nothing more is queued, and the writer gets the reason.
function run(coder, settings, side, chunk, flush, controller) {
  const { promise, resolve, reject } = PromiseWithResolvers.call(Promise);
  const out = new Uint8Array(settings.chunkSize);
  let offset = 0;
  let left = chunk.byteLength;
  const step = () => {
    try {
      check(coder.write(flush, chunk, offset, left, out, 0, settings.chunkSize));
    } catch (error) {
      reject(error);
    }
  };
  coder.ondone = bind((nowLeft, room, message, errno, code) => {
    if (side.isGone)
      return reject(side.reason);
    const wrong = wrongWith(nowLeft, room, message, errno, code);
    offset += left - nowLeft;
    left = nowLeft;
    if (wrong === undefined && room < settings.chunkSize)
      controller.enqueue(copyOf(out, settings.chunkSize - room));
    if (wrong === undefined && room === 0)
      return step();
    if (wrong !== undefined || flush === settings.finish)
      coder.close();
    if (wrong !== undefined)
      reject(wrong);
    else
      resolve();
  });
  step();
  return promise;
}

// slice() would read the species of the program's Uint8Array.
const copyOf = (bytes, length) =>
  new Uint8Array(new Uint8Array(TypedArrayPrototypeGetBuffer.call(bytes), 0, length));

function transformFor(format, direction, name) {
  const pair = FORMATS[format];
  if (pair === undefined) {
    const error = new primordials.TypeError(
      `Failed to construct '${name}': 1st argument '${format}' is not a valid enum ` +
      'value of type CompressionFormat.');
    error.code = 'ERR_INVALID_ARG_VALUE';
    throw error;
  }
  const settings = readOptions(
    modes[pair[direction]], { __proto__: null, rejectGarbageAfterEnd: true });
  const coder = openCoder(settings);
  const side = { __proto__: null, isGone: false, reason: undefined };
  return new TransformStream({
    __proto__: null,
    transform: (chunk, controller) =>
      run(coder, settings, side, stableBytes(bytesOf(chunk)), settings.flush, controller),
    flush: (controller) =>
      run(coder, settings, side, new Uint8Array(), settings.finish, controller),
    cancel(reason) {
      side.isGone = true;
      side.reason = reason;
      coder.close();
    },
  }, undefined, READABLE);
}

class CompressionStream {
  #transform;
  constructor(format) { this.#transform = transformFor(format, 0, 'CompressionStream'); }
  get readable() { return this.#transform.readable; }
  get writable() { return this.#transform.writable; }
  [kInspect](depth, options) {
    const { readable, writable } = this;
    return inspectAs(this, 'CompressionStream', { readable, writable }, depth, options);
  }
}
finish(CompressionStream);

class DecompressionStream {
  #transform;
  constructor(format) { this.#transform = transformFor(format, 1, 'DecompressionStream'); }
  get readable() { return this.#transform.readable; }
  get writable() { return this.#transform.writable; }
  [kInspect](depth, options) {
    const { readable, writable } = this;
    return inspectAs(this, 'DecompressionStream', { readable, writable }, depth, options);
  }
}
finish(DecompressionStream);

module.exports = { CompressionStream, DecompressionStream };
