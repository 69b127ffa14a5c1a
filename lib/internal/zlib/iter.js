'use strict';
// Transforms of node:zlib/iter. Each run of a pipeline has a coder.
//
// (1) As in Node, the members of `options` are checked when the pipeline runs; only the type of
//     `options` is checked before.
// (2) The output of a chunk is yielded at once, so that a slow source does not delay it.

const { ObjectHasOwn } = primordials;
const { codes } = require('internal/errors');
const { validateObject } = require('internal/validators');
const { FastBuffer } = require('internal/buffer');
const { Coder } = require('internal/zlib/coder');
const { modes, readOptions } = require('internal/zlib/options');

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

async function* run(mode, options, source) {
  const coder = new Coder(readOptions(mode, withDefaults(mode, options)));
  try {
    for await (const batch of source) {
      // The end of the source, as a value. A `break` would call a return() that can be replaced.
      if (batch === null)
        continue;
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
  const coder = new Coder(readOptions(mode, withDefaults(mode, options)));
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
