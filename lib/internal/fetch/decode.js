'use strict';
// Content-Encoding: decodes the stream of a body.

const { SafeArray, StringPrototypeSplit, StringPrototypeToLowerCase, StringPrototypeTrim } =
  primordials;

const MAX_CODINGS = 5;

// With "deflate", servers send zlib's format or bare blocks; the first byte shows which. Output
// waits for the reader, because a few bytes can inflate to many.
function inflateEither(zlib, options) {
  const { Duplex } = require('stream');
  let inflate = null;
  const open = (chunk, out) => {
    inflate = (chunk[0] & 15) === 8 ? zlib.createInflate(options) : zlib.createInflateRaw(options);
    inflate.on('data', (data) => {
      if (!out.push(data))
        inflate.pause();
    });
    inflate.on('end', () => out.push(null));
    inflate.on('error', (error) => out.destroy(error));
  };
  return new Duplex({
    __proto__: null,
    write(chunk, encoding, callback) {
      if (inflate === null)
        open(chunk, this);
      inflate.write(chunk, callback);
    },
    final(callback) {
      if (inflate === null)
        this.push(null);
      else
        inflate.end();
      callback();
    },
    read() { inflate?.resume(); },
    destroy(error, callback) {
      inflate?.destroy();
      callback(error);
    },
  });
}

function makeDecoder(coding, zlib, options) {
  switch (coding) {
    case 'gzip':
    case 'x-gzip':
      return zlib.createGunzip(options);
    case 'deflate':
      return inflateEither(zlib, options);
    case 'br':
      return zlib.createBrotliDecompress({
        __proto__: null, flush: zlib.constants.BROTLI_OPERATION_FLUSH,
        finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH,
      });
    case 'zstd':
      return zlib.createZstdDecompress({
        __proto__: null, flush: zlib.constants.ZSTD_e_continue,
        finishFlush: zlib.constants.ZSTD_e_end,
      });
    default:
      return null;
  }
}

// Returns `message` itself if a coding is unknown.
function decodeStream(message, header) {
  const names = StringPrototypeSplit.call(StringPrototypeToLowerCase.call(header), ',');
  if (names.length > MAX_CODINGS) {
    throw new primordials.Error('too many content-encodings in response: ' +
      `${names.length}, maximum allowed is ${MAX_CODINGS}`);
  }
  const zlib = require('zlib');
  // A body that ends too early gives what there is, as browsers do.
  const options = { __proto__: null, flush: zlib.constants.Z_SYNC_FLUSH,
                    finishFlush: zlib.constants.Z_SYNC_FLUSH };
  const decoders = new SafeArray();
  for (let i = names.length - 1; i >= 0; i--) {
    const decoder = makeDecoder(StringPrototypeTrim.call(names[i]), zlib, options);
    if (decoder === null)
      return message;
    decoders.push(decoder);
  }
  const { pipeline } = require('stream');
  let last = message;
  for (let i = 0; i < decoders.length; i++)
    last = pipeline(last, decoders[i], () => {});
  return last;
}

module.exports = { decodeStream };
