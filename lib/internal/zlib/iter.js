'use strict';
// Transforms of node:zlib/iter: a coder per run of a pipeline.
//
// (1) Options are checked when the pipeline runs, as in Node: only `options` itself is checked
//     before.
// (2) A call of the coder fills one output buffer; a chunk is done when a call leaves room in it.
// (3) What a chunk made is yielded at once, so that output is not held back by a slow source.

const {
  ObjectHasOwn, Promise, TypedArrayPrototypeGetBuffer, TypedArrayPrototypeGetByteOffset,
} = primordials;
const { codes } = require('internal/errors');
const { validateObject } = require('internal/validators');
const { append } = require('internal/util');
const { FastBuffer, bufferAllocUnsafeSlow } = require('internal/buffer');
const { sizeOf } = require('internal/util/bytes');
const { bufferOf, check, failure, modes, openCoder, readOptions, stableBytes } =
  require('internal/zlib/options');

const kNothing = new FastBuffer();

// Defaults for streams, which differ from those of node:zlib.
const FAST_ZLIB = { __proto__: null, chunkSize: 65536, level: 4, memLevel: 9 };
const PLAIN = { __proto__: null, chunkSize: 65536 };
const BROTLI_PARAM_QUALITY = 1;
const BROTLI_PARAM_LGWIN = 2;

function checkParams({ params }) {
  if (params === undefined)
    return;
  if (params === null || typeof params !== 'object')
    throw new codes.ERR_INVALID_ARG_TYPE('options.params', 'Object', params);
}

function withDefaults(mode, options) {
  if (mode === modes.Gzip || mode === modes.Deflate)
    return { __proto__: null, ...FAST_ZLIB, ...options };
  const all = { __proto__: null, ...PLAIN, ...options };
  if (mode > modes.Unzip)
    checkParams(all);
  if (mode === modes.BrotliCompress) {
    const params = { __proto__: null, ...all.params };
    if (!ObjectHasOwn(params, BROTLI_PARAM_QUALITY))
      params[BROTLI_PARAM_QUALITY] = 6;
    if (!ObjectHasOwn(params, BROTLI_PARAM_LGWIN))
      params[BROTLI_PARAM_LGWIN] = 20;
    all.params = params;
  }
  return all;
}

// A coder and the part of the output buffer that was not handed on.
class Coder {
  settings;
  #coder;
  #output = null;
  #used = 0;

  constructor(mode, options) {
    this.settings = readOptions(mode, withDefaults(mode, options));
    this.#coder = openCoder(this.settings);
  }

  // Codes in the pool; the room that is left in the buffer, or an error.
  #writeAsync(flush, chunk, offset, left) {
    const { chunkSize } = this.settings;
    return new Promise((resolve, reject) => {
      this.#coder.ondone = (rest, room, message, errno, code) => {
        if (message !== undefined)
          reject(failure(message, errno, code));
        else
          resolve({ __proto__: null, rest, room });
      };
      check(this.#coder.write(flush, chunk, offset, left, this.#output, this.#used,
                              chunkSize - this.#used));
    });
  }

  #take(room) {
    const { chunkSize } = this.settings;
    const begin = this.#used;
    const end = chunkSize - room;
    const output = this.#output;
    this.#used = room === 0 ? 0 : end;
    if (room === 0)
      this.#output = null;
    return end === begin ? null :
      new FastBuffer(TypedArrayPrototypeGetBuffer.call(output),
                     TypedArrayPrototypeGetByteOffset.call(output) + begin, end - begin);
  }

  async code(chunk, flush) {
    const made = [];
    const stable = stableBytes(chunk);
    const size = sizeOf(chunk);
    let left = size;
    for (;;) {
      this.#output ??= bufferAllocUnsafeSlow(this.settings.chunkSize);
      const { rest, room } = await this.#writeAsync(flush, stable, size - left, left);
      left = rest;
      const output = this.#take(room);
      if (output !== null)
        append(made, output);
      if (room > 0)
        return made;
    }
  }

  codeSync(chunk, flush) {
    const { settings } = this;
    const { 1: made, 2: message, 3: errno, 4: code } = check(this.#coder.whole(
      flush, chunk, 0, sizeOf(chunk), settings.most, settings.chunkSize, false));
    const output = bufferOf(settings, made, message, errno, code);
    return sizeOf(output) > 0 ? [output] : [];
  }

  close() {
    this.#coder.close();
  }
}

async function* run(mode, options, source) {
  const coder = new Coder(mode, options);
  try {
    for await (const batch of source) {
      if (batch === null)
        break;
      for (let i = 0; i < batch.length; i++) {
        const made = await coder.code(batch[i], coder.settings.flush);
        if (made.length > 0)
          yield made;
      }
    }
    const last = await coder.code(kNothing, coder.settings.finish);
    if (last.length > 0)
      yield last;
  } finally {
    coder.close();
  }
}

function* runSync(mode, options, source) {
  const coder = new Coder(mode, options);
  try {
    // lint-ok: array-iteration an iterable of our own
    for (const batch of source) {
      if (batch === null)
        break;
      for (let i = 0; i < batch.length; i++) {
        const made = coder.codeSync(batch[i], coder.settings.flush);
        if (made.length > 0)
          yield made;
      }
    }
    const last = coder.codeSync(kNothing, coder.settings.finish);
    if (last.length > 0)
      yield last;
  } finally {
    coder.close();
  }
}

function transformFor(mode, options, runner) {
  options ??= { __proto__: null };
  validateObject(options, 'options');
  return { __proto__: null, transform(source) { return runner(mode, options, source); } };
}

module.exports = {
  compressGzip(options) { return transformFor(modes.Gzip, options, run); },
  compressDeflate(options) { return transformFor(modes.Deflate, options, run); },
  compressBrotli(options) { return transformFor(modes.BrotliCompress, options, run); },
  compressZstd(options) { return transformFor(modes.ZstdCompress, options, run); },
  compressGzipSync(options) { return transformFor(modes.Gzip, options, runSync); },
  compressDeflateSync(options) { return transformFor(modes.Deflate, options, runSync); },
  compressBrotliSync(options) { return transformFor(modes.BrotliCompress, options, runSync); },
  compressZstdSync(options) { return transformFor(modes.ZstdCompress, options, runSync); },
  decompressGzip(options) { return transformFor(modes.Gunzip, options, run); },
  decompressDeflate(options) { return transformFor(modes.Inflate, options, run); },
  decompressBrotli(options) { return transformFor(modes.BrotliDecompress, options, run); },
  decompressZstd(options) { return transformFor(modes.ZstdDecompress, options, run); },
  decompressGzipSync(options) { return transformFor(modes.Gunzip, options, runSync); },
  decompressDeflateSync(options) { return transformFor(modes.Inflate, options, runSync); },
  decompressBrotliSync(options) { return transformFor(modes.BrotliDecompress, options, runSync); },
  decompressZstdSync(options) { return transformFor(modes.ZstdDecompress, options, runSync); },
};
