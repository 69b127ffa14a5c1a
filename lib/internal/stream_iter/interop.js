'use strict';
// Conversions between node:stream and node:stream/iter.
//
// (1) A Readable is read in batches: what it has buffered, at most MOST chunks.
// (2) The writer of a Writable has no buffer of its own: a write is accepted while the buffer of
//     the Writable is below its high-water mark.

const {
  NumberMAX_SAFE_INTEGER, Promise, PromisePrototypeThen, PromiseReject,
  PromiseResolve, SafeArray, SafeMap, SafeWeakMap, SymbolAsyncDispose, SymbolAsyncIterator,
  SymbolDispose, SymbolIterator, TypedArrayPrototypeGetLength,
} = primordials;
const { queueMicrotask } = require('internal/globals');
const { AbortError, codes } = require('internal/errors');
const { validateInteger, validateObject, validateAbortSignal } = require('internal/validators');
const { append } = require('internal/util');
const { bufferOver } = require('internal/util/bytes');
const { isUint8Array } = require('internal/util/types');
const {
  asSource, asyncBatchOf, asyncIteratorOf, encode, has, isThenable, iteratorOf, sizeOfBatch,
  toAsyncStreamable,
} = require('internal/stream_iter/bytes');
const { dictionary, policyOf, signalOf, writtenChunks } = require('internal/stream_iter/options');
const { drainableProtocol, takeAll } = require('internal/stream_iter/writer');

const MOST = 128;
const nop = () => {};

// ---- Readable ----

// The batches of a Readable or of something that is read like one.
class ReadableBatches {
  stream;
  #isStarted = false;
  #isOver = false;
  #error = undefined; // null: the stream has ended
  #wake = nop;
  #stopEos = nop;
  #onReadable = () => this.#wake();

  constructor(stream) {
    this.stream = stream;
  }

  #start() {
    this.#isStarted = true;
    this.stream.on('readable', this.#onReadable);
    const { eos } = require('internal/streams/end_of_stream');
    this.#stopEos = eos(this.stream, { __proto__: null, writable: false }, (error) => {
      this.#error = error ?? null;
      this.#wake();
    });
  }

  #take() {
    const chunks = [];
    do {
      const chunk = this.stream.destroyed ? null : this.stream.read();
      if (chunk === null || chunk === undefined)
        break;
      append(chunks, chunk);
    } while (chunks.length < MOST && this.stream.readableLength > 0);
    return chunks;
  }

  async #batch(chunks) {
    for (let i = 0; i < chunks.length; i++) {
      if (!isUint8Array(chunks[i]))
        return await asyncBatchOf(chunks);
    }
    return chunks;
  }

  async next() {
    if (!this.#isStarted)
      this.#start();
    while (!this.#isOver) {
      const chunks = this.#take();
      if (chunks.length > 0) {
        const value = await this.#batch(chunks);
        if (value.length > 0)
          return { __proto__: null, done: false, value };
      } else if (this.#error) {
        this.#stop();
        throw this.#error;
      } else if (this.#error === null) {
        this.#stop();
      } else {
        await new Promise((resolve) => {
          this.#wake = resolve;
        });
        this.#wake = nop;
      }
    }
    return { __proto__: null, done: true, value: undefined };
  }

  #stop() {
    this.#isOver = true;
    this.stream.off('readable', this.#onReadable);
    this.#stopEos();
  }

  async return() {
    if (!this.#isOver && this.#isStarted)
      this.#stop();
    this.#isOver = true;
    this.stream.destroy?.();
    return { __proto__: null, done: true, value: undefined };
  }

  async throw(error) {
    await this.return();
    throw error;
  }

  [SymbolAsyncIterator]() {
    return this;
  }
}

const batchesOfReadable = (stream) => asSource(new ReadableBatches(stream));

const readables = new SafeWeakMap();

function fromReadable(readable) {
  const isObject = readable !== null && typeof readable === 'object';
  if (isObject && readables.has(readable))
    return readables.get(readable);
  let source;
  if (has(readable, toAsyncStreamable))
    source = require('internal/stream_iter/from').from(readable);
  else if (has(readable, 'read') && has(readable, 'on') && has(readable, 'off'))
    source = batchesOfReadable(readable);
  else
    throw new codes.ERR_INVALID_ARG_TYPE('readable', 'Readable', readable);
  readables.set(readable, source);
  return source;
}

function readableOptions(options) {
  if (options !== undefined)
    validateObject(options, 'options');
  const { highWaterMark = 64 * 1024, signal } = options ?? { __proto__: null };
  validateInteger(highWaterMark, 'options.highWaterMark', 0);
  if (signal !== undefined)
    validateAbortSignal(signal, 'options.signal');
  return { __proto__: null, highWaterMark, signal };
}

// Chunks that were taken from the source and found no room yet.
class Rest {
  #chunks = null;
  #at = 0;

  // False: the stream is full.
  pushTo(readable) {
    while (this.#chunks !== null && this.#at < this.#chunks.length) {
      const chunk = this.#chunks[this.#at++];
      if (TypedArrayPrototypeGetLength.call(chunk) > 0 && !readable.push(chunk))
        return false;
    }
    this.#chunks = null;
    return true;
  }

  set(chunks) {
    this.#chunks = chunks;
    this.#at = 0;
  }
}

function toReadable(source, options) {
  if (!has(source, SymbolAsyncIterator))
    throw new codes.ERR_INVALID_ARG_TYPE('source', 'AsyncIterable', source);
  const { highWaterMark, signal } = readableOptions(options);
  const { Readable } = require('internal/streams/readable');
  const rest = new Rest();
  const iterator = asyncIteratorOf(source);
  let isReading = false;
  const read = async (readable) => {
    while (!readable.destroyed && rest.pushTo(readable)) {
      const { done, value } = await iterator.next();
      if (done) {
        readable.push(null);
        return;
      }
      rest.set(value);
    }
  };
  return new Readable({
    __proto__: null, highWaterMark, signal,
    read() {
      if (isReading)
        return;
      isReading = true;
      PromisePrototypeThen.call(read(this), () => { isReading = false; }, (error) => {
        isReading = false;
        this.destroy(error);
      });
    },
    destroy(error, callback) {
      const closed = iterator.return?.();
      if (!isThenable(closed)) {
        callback(error);
        return;
      }
      PromisePrototypeThen.call(PromiseResolve.call(Promise, closed), () => callback(error),
                                (wrong) => callback(error ?? wrong));
    },
  });
}

function toReadableSync(source, options) {
  if (!has(source, SymbolIterator))
    throw new codes.ERR_INVALID_ARG_TYPE('source', 'Iterable', source);
  const { highWaterMark } = readableOptions(options);
  const { Readable } = require('internal/streams/readable');
  const rest = new Rest();
  const iterator = iteratorOf(source);
  return new Readable({
    __proto__: null, highWaterMark,
    read() {
      try {
        while (rest.pushTo(this)) {
          const { done, value } = iterator.next();
          if (done) {
            this.push(null);
            return;
          }
          rest.set(value);
        }
      } catch (error) {
        this.destroy(error);
      }
    },
    destroy(error, callback) {
      try {
        iterator.return?.();
      } catch (wrong) {
        error ??= wrong;
      }
      callback(error);
    },
  });
}

// ---- Writable ----

const writables = new SafeWeakMap(); // to the writers by policy

function fromWritable(writable, given) {
  if (!has(writable, 'write') || !has(writable, 'on'))
    throw new codes.ERR_INVALID_ARG_TYPE('writable', 'Writable', writable);
  const policy = policyOf(dictionary(given));
  if (policy === 'drop-oldest') {
    throw new codes.ERR_INVALID_ARG_VALUE(
      'options.backpressure', policy, 'drop-oldest is not supported for classic stream.Writable');
  }
  if (writable.writableObjectMode) {
    throw new codes.ERR_INVALID_STATE(
      'Cannot create a stream/iter Writer from an object-mode Writable');
  }
  let byPolicy = writables.get(writable);
  if (byPolicy === undefined)
    writables.set(writable, byPolicy = new SafeMap());
  if (!byPolicy.has(policy))
    byPolicy.set(policy, writerOver(new WritableTarget(writable, policy)));
  return byPolicy.get(policy);
}

class WritableTarget {
  stream;
  #policy;
  #total = 0;
  #waiting = new SafeArray(); // for room
  #failure = null;            // of fail()

  constructor(stream, policy) {
    this.stream = stream;
    this.#policy = policy;
    stream.on('drain', () => this.#settle((wait) => wait.resolve(true)));
    stream.on('error', (error) => this.#settle((wait) => wait.reject(error)));
    stream.on('close', () => this.#settle((wait) => {
      if (wait.isDrain)
        wait.resolve(false);
      else
        wait.reject(new codes.ERR_STREAM_PREMATURE_CLOSE());
    }));
  }

  #settle(how) {
    const waiting = takeAll(this.#waiting);
    for (let i = 0; i < waiting.length; i++)
      how(waiting[i]);
  }

  #wait(isDrain) {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ __proto__: null, isDrain, resolve, reject });
    });
  }

  get #isFull() {
    const { writableLength = 0, writableHighWaterMark = 16384 } = this.stream;
    return writableLength >= writableHighWaterMark;
  }

  get canWrite() {
    const { stream } = this;
    if (stream.destroyed || stream.writableEnded || this.#failure !== null)
      return null;
    return !this.#isFull;
  }

  write(chunks) {
    const { stream } = this;
    if (this.#failure !== null)
      return PromiseReject.call(Promise, this.#failure.reason);
    if (stream.writableEnded)
      return PromiseReject.call(Promise, new codes.ERR_STREAM_WRITE_AFTER_END());
    if (stream.destroyed)
      return PromiseReject.call(Promise, new codes.ERR_STREAM_DESTROYED('write'));
    if (this.#isFull && this.#policy === 'strict') {
      return PromiseReject.call(Promise, new codes.ERR_INVALID_STATE.RangeError(
        'Backpressure violation: buffer is full. Await each write() call to respect ' +
        'backpressure.'));
    }
    this.#total += sizeOfBatch(chunks);
    if (this.#isFull && this.#policy === 'drop-newest')
      return PromiseResolve.call(Promise);
    return this.#send(chunks);
  }

  #send(chunks) {
    const { stream } = this;
    if (chunks.length > 1)
      stream.cork?.();
    let hasRoom = true;
    for (let i = 0; i < chunks.length; i++)
      hasRoom = stream.write(bufferOver(chunks[i]));
    if (chunks.length > 1)
      stream.uncork?.();
    if (hasRoom !== false || this.#policy !== 'unbounded')
      return PromiseResolve.call(Promise);
    return PromisePrototypeThen.call(this.#wait(false), nop);
  }

  end() {
    const { stream } = this;
    if (this.#failure !== null)
      return PromiseReject.call(Promise, this.#failure.reason);
    if (stream.writableFinished || (stream.destroyed && stream.writableEnded))
      return PromiseResolve.call(Promise, this.#total);
    return new Promise((resolve, reject) => {
      const { eos } = require('internal/streams/end_of_stream');
      eos(stream, { __proto__: null, readable: false }, (error) => {
        if (error)
          reject(error);
        else
          resolve(this.#total);
      });
      if (!stream.writableEnded)
        stream.end();
    });
  }

  fail(reason) {
    if (this.#failure !== null || this.stream.destroyed)
      return;
    this.#failure = { __proto__: null, reason };
    this.#settle((wait) => wait.reject(reason));
    this.stream.destroy(reason);
  }

  dispose() {
    if (this.stream.destroyed)
      return;
    this.#failure ??= { __proto__: null, reason: new AbortError() };
    this.#settle((wait) => wait.reject(this.#failure.reason));
    this.stream.destroy();
  }

  drained() {
    const { canWrite } = this;
    if (canWrite === null)
      return null;
    return canWrite ? PromiseResolve.call(Promise, true) : this.#wait(true);
  }
}

function chunkOf(chunk) {
  if (typeof chunk === 'string')
    return encode(chunk);
  if (!isUint8Array(chunk))
    throw new codes.ERR_INVALID_ARG_TYPE('chunk', ['string', 'Uint8Array'], chunk);
  return chunk;
}

function checkSignal(options) {
  signalOf(dictionary(options));
}

function writerOver(target) {
  return {
    __proto__: null,
    get canWrite() { return target.canWrite; },
    writeSync() { return false; },
    writevSync() { return false; },
    write(chunk, options) {
      checkSignal(options);
      try {
        return target.write([chunkOf(chunk)]);
      } catch (error) {
        return PromiseReject.call(Promise, error);
      }
    },
    writev(chunks, options) {
      checkSignal(options);
      return target.write(writtenChunks(chunks));
    },
    endSync() { return -1; },
    end(options) {
      checkSignal(options);
      return target.end();
    },
    fail(reason) { target.fail(reason); },
    [SymbolAsyncDispose]() {
      target.dispose();
      return PromiseResolve.call(Promise);
    },
    [SymbolDispose]() { target.dispose(); },
    [drainableProtocol]() { return target.drained(); },
  };
}

// ---- toWritable() ----

// Calls `sync`; if that does not take it, `async`. `callback` is never called inside of the call.
function tryBoth(sync, async, callback) {
  let result;
  try {
    if (sync()) {
      queueMicrotask(() => callback());
      return;
    }
    result = async();
  } catch (error) {
    process.nextTick(callback, error);
    return;
  }
  PromisePrototypeThen.call(PromiseResolve.call(Promise, result), () => callback(), callback);
}

function toWritable(writer) {
  if (!has(writer, 'write'))
    throw new codes.ERR_INVALID_ARG_TYPE('writer', 'Writer', writer);
  const { Writable } = require('internal/streams/writable');
  const hasSync = has(writer, 'writeSync');
  const hasSyncList = has(writer, 'writevSync');
  const chunksOf = (entries) => {
    const list = [];
    for (let i = 0; i < entries.length; i++)
      append(list, entries[i].chunk);
    return list;
  };
  return new Writable({
    __proto__: null,
    highWaterMark: NumberMAX_SAFE_INTEGER,
    write(chunk, encoding, callback) {
      tryBoth(() => hasSync && writer.writeSync(chunk) !== false, () => writer.write(chunk),
              callback);
    },
    writev: !has(writer, 'writev') ? undefined : (entries, callback) => {
      const chunks = chunksOf(entries);
      tryBoth(() => hasSyncList && writer.writevSync(chunks) !== false,
              () => writer.writev(chunks), callback);
    },
    final(callback) {
      tryBoth(() => has(writer, 'endSync') && !(writer.endSync() < 0), () => writer.end?.(),
              callback);
    },
    destroy(error, callback) {
      if (error && has(writer, 'fail'))
        writer.fail(error);
      callback(error);
    },
  });
}

module.exports = {
  batchesOfReadable, fromReadable, fromWritable, toReadable, toReadableSync,
  toWritable,
};
