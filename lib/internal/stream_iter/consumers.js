'use strict';
// Functions that read a source to its end (text(), bytes() and so on), and tap() and ondrain().

const {
  ObjectSetPrototypeOf, String, TypedArrayPrototypeGetBuffer, TypedArrayPrototypeGetLength,
  TypedArrayPrototypeSet, Uint8Array,
} = primordials;
const { codes } = require('internal/errors');
const { validateFunction } = require('internal/validators');
const { append } = require('internal/util');
const { sizeOf } = require('internal/util/bytes');
const { isSharedArrayBuffer } = require('internal/util/types');
const { dictionary, limitOf, signalOf } = require('internal/stream_iter/options');
const { from, fromSync } = require('internal/stream_iter/from');
const { pipeline } = require('internal/stream_iter/pull');
const { drainableProtocol } = require('internal/stream_iter/writer');

const kNone = [];

function ownsMemory(chunk) {
  const memory = TypedArrayPrototypeGetBuffer.call(chunk);
  return !isSharedArrayBuffer(memory) &&
    sizeOf(memory) === TypedArrayPrototypeGetLength.call(chunk);
}

// The chunks of a source, at most `limit` bytes of them. Without a prototype: a promise that is
// resolved with one would look up its then(), which a program may have put on Object.prototype.
class Collection {
  chunks = [];
  size = 0;
  #limit;

  constructor(limit) {
    this.#limit = limit;
  }

  add(batch) {
    for (let i = 0; i < batch.length; i++) {
      this.size += TypedArrayPrototypeGetLength.call(batch[i]);
      if (this.size > this.#limit)
        throw new codes.ERR_OUT_OF_RANGE('totalBytes', `<= ${this.#limit}`, this.size);
      append(this.chunks, batch[i]);
    }
  }

  // All bytes, in memory of their own: that of the only chunk if it has nothing else in it.
  bytes() {
    if (this.chunks.length === 1 && ownsMemory(this.chunks[0]))
      return this.chunks[0];
    const all = new Uint8Array(this.size);
    let offset = 0;
    for (let i = 0; i < this.chunks.length; i++) {
      TypedArrayPrototypeSet.call(all, this.chunks[i], offset);
      offset += TypedArrayPrototypeGetLength.call(this.chunks[i]);
    }
    return all;
  }
}
ObjectSetPrototypeOf(Collection.prototype, null);

async function collect(source, options) {
  const signal = signalOf(options);
  const collection = new Collection(limitOf(options));
  if (signal?.aborted)
    throw signal.reason;
  let batches = from(source);
  if (signal !== undefined)
    batches = pipeline(batches, kNone, signal);
  for await (const batch of batches)
    collection.add(batch);
  return collection;
}

function collectSync(source, options) {
  const collection = new Collection(limitOf(options));
  // lint-ok: array-iteration an iterable of our own
  for (const batch of fromSync(source))
    collection.add(batch);
  return collection;
}

function decoderFor(options) {
  const encoding = options.encoding === undefined ? 'utf-8' : String(options.encoding);
  const { TextDecoder } = require('internal/encoding');
  try {
    return new TextDecoder(encoding, { __proto__: null, fatal: true });
  } catch {
    throw new codes.ERR_INVALID_ARG_VALUE.RangeError('options.encoding', encoding);
  }
}

async function bytes(source, options) {
  return (await collect(source, dictionary(options))).bytes();
}

async function text(source, options) {
  options = dictionary(options);
  const decoder = decoderFor(options);
  return decoder.decode((await collect(source, options)).bytes());
}

async function arrayBuffer(source, options) {
  return TypedArrayPrototypeGetBuffer.call((await collect(source, dictionary(options))).bytes());
}

async function array(source, options) {
  return (await collect(source, dictionary(options))).chunks;
}

const bytesSync = (source, options) => collectSync(source, dictionary(options)).bytes();

function textSync(source, options) {
  options = dictionary(options);
  const decoder = decoderFor(options);
  return decoder.decode(collectSync(source, options).bytes());
}

const arrayBufferSync = (source, options) =>
  TypedArrayPrototypeGetBuffer.call(collectSync(source, dictionary(options)).bytes());

const arraySync = (source, options) => collectSync(source, dictionary(options)).chunks;

function tap(callback) {
  validateFunction(callback, 'callback');
  return async (chunks, options) => {
    await callback(chunks, options);
    return chunks;
  };
}

function tapSync(callback) {
  validateFunction(callback, 'callback');
  return (chunks) => {
    callback(chunks);
    return chunks;
  };
}

function ondrain(drainable) {
  if (drainable === null || drainable === undefined ||
      typeof drainable[drainableProtocol] !== 'function')
    return null;
  return drainable[drainableProtocol]();
}

module.exports = {
  array, arrayBuffer, arrayBufferSync, arraySync, bytes, bytesSync, ondrain, tap, tapSync, text,
  textSync,
};
