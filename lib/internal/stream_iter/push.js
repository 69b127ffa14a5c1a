'use strict';
// push(): a writer and the iterable of what is written to it.

const { Promise, SafeArray, SymbolAsyncIterator } = primordials;
const { codes } = require('internal/errors');
const { append } = require('internal/util');
const { asSource } = require('internal/stream_iter/bytes');
const { budgetOf, policyOf, signalOf, splitOptions } = require('internal/stream_iter/options');
const { onAbort } = require('internal/stream_iter/abort');
const { pipeline } = require('internal/stream_iter/pull');
const { Writer, kMakeRoom, kStop, takeAll } = require('internal/stream_iter/writer');

class PushWriter extends Writer {
  constructor(buffer) { super(buffer); }
}

const result = (done, value) => ({ __proto__: null, done, value });

// The bytes between the writer and its one reader. A read takes all of them as one batch.
class Buffer {
  writer = null;
  size = 0;
  #entries = new SafeArray();
  #sizes = new SafeArray();
  #reads = new SafeArray();
  #isEnded = false;
  #isFailed = false;
  #reason = undefined;

  constructor(budget, policy) {
    this.budget = budget;
    this.policy = policy;
  }

  get isDrained() {
    return this.#entries.length === 0;
  }

  add(chunks, size) {
    if (this.#reads.length > 0) {
      this.#reads.shift().resolve(result(false, chunks));
      return;
    }
    this.#entries.push(chunks);
    this.#sizes.push(size);
    this.size += size;
  }

  dropOldest() {
    this.#entries.shift();
    this.size -= this.#sizes.shift();
  }

  end() {
    this.#isEnded = true;
    if (this.isDrained)
      this.#finishReads();
  }

  #finishReads() {
    const reads = takeAll(this.#reads);
    for (let i = 0; i < reads.length; i++)
      reads[i].resolve(result(true, undefined));
  }

  fail(reason) {
    this.#isFailed = true;
    this.#reason = reason;
    this.#clear();
    const reads = takeAll(this.#reads);
    for (let i = 0; i < reads.length; i++)
      reads[i].reject(reason);
  }

  #clear() {
    this.#entries.length = 0;
    this.#sizes.length = 0;
    this.size = 0;
  }

  #takeBatch() {
    const entries = takeAll(this.#entries);
    this.#clear();
    if (entries.length === 1)
      return entries[0];
    const batch = [];
    for (let i = 0; i < entries.length; i++) {
      const chunks = entries[i];
      for (let k = 0; k < chunks.length; k++)
        append(batch, chunks[k]);
    }
    return batch;
  }

  async read() {
    if (this.#isFailed)
      throw this.#reason;
    if (this.#entries.length > 0) {
      const batch = this.#takeBatch();
      this.writer[kMakeRoom]();
      return result(false, batch);
    }
    if (this.#isEnded)
      return result(true, undefined);
    return await new Promise((resolve, reject) => {
      this.#reads.push({ __proto__: null, resolve, reject });
    });
  }

  // The reader stops.
  async close() {
    this.#isEnded = true;
    this.#clear();
    this.#finishReads();
    this.writer[kStop](new codes.ERR_INVALID_STATE.TypeError('Stream closed by consumer'), false);
    return result(true, undefined);
  }

  async closeWith(error) {
    this.fail(error);
    this.writer[kStop](error);
    throw error;
  }
}

function push(...args) {
  const { options, transforms } = splitOptions(args);
  const buffer = new Buffer(budgetOf(options, 16384), policyOf(options));
  const signal = signalOf(options);
  const writer = new PushWriter(buffer);
  buffer.writer = writer;
  if (signal?.aborted)
    writer.fail(signal.reason);
  else if (signal !== undefined)
    onAbort(signal, () => writer.fail(signal.reason));
  const readable = asSource({
    __proto__: null,
    [SymbolAsyncIterator]() {
      return {
        __proto__: null,
        next() { return buffer.read(); },
        return() { return buffer.close(); },
        throw(error) { return buffer.closeWith(error); },
      };
    },
  });
  return {
    __proto__: null, writer,
    readable: transforms.length > 0 ? pipeline(readable, transforms, undefined) : readable,
  };
}

module.exports = { push };
