'use strict';
// share() and shareSync(): one source, many readers of the same batches.
//
// (1) When a consumer has read everything in the buffer, one batch is read from the source.
// (2) Batches that all consumers have read are removed; a late consumer begins with the oldest that
//     is left.
// (3) A full buffer: 'strict' fails the read, 'unbounded' lets it wait for the slower consumers,
//     'drop-oldest' moves them on, 'drop-newest' discards what the source yields.

const {
  PromisePrototypeThen, SafeArray, SymbolDispose, SymbolFor,
} = primordials;
const { codes } = require('internal/errors');
const { asyncIteratorOf, iteratorOf, sizeOfBatch } = require('internal/stream_iter/bytes');
const { budgetOf, checkTransforms, dictionary, isObject, policyOf, signalOf } =
  require('internal/stream_iter/options');
const { closeQuietly, onAbort, toPromise } = require('internal/stream_iter/abort');
const { from, fromSync, syncSource } = require('internal/stream_iter/from');
const { pullSync } = require('internal/stream_iter/pull');
const { Consumer, iterableFor } = require('internal/stream_iter/consumer');
const { remove, takeAll } = require('internal/stream_iter/writer');

const shareProtocol = SymbolFor('Stream.shareProtocol');
const shareSyncProtocol = SymbolFor('Stream.shareSyncProtocol');

const fullError = (budget, size) =>
  new codes.ERR_OUT_OF_RANGE('buffered bytes', `< ${budget}`, size);

// Batches with positions. A consumer has `position`.
class Window {
  first = 0;
  size = 0;
  consumers = new SafeArray();
  #batches = new SafeArray();
  #sizes = new SafeArray();

  get end() {
    return this.first + this.#batches.length;
  }

  at(position) {
    return this.#batches[position - this.first];
  }

  add(batch) {
    const size = sizeOfBatch(batch);
    this.#batches.push(batch);
    this.#sizes.push(size);
    this.size += size;
  }

  dropOldest() {
    this.#batches.shift();
    this.size -= this.#sizes.shift();
    this.first++;
    for (let i = 0; i < this.consumers.length; i++) {
      if (this.consumers[i].position < this.first)
        this.consumers[i].position = this.first;
    }
  }

  trim() {
    let least = this.end;
    for (let i = 0; i < this.consumers.length; i++) {
      if (this.consumers[i].position < least)
        least = this.consumers[i].position;
    }
    if (this.consumers.length === 0)
      return;
    while (this.first < least) {
      this.#batches.shift();
      this.size -= this.#sizes.shift();
      this.first++;
    }
  }

  clear() {
    while (this.first < this.end)
      this.dropOldest();
  }
}

class Share {
  #source;
  #iterator = null;
  #budget;
  #policy;
  #window = new Window();
  #isReading = false;
  #isEnded = false;   // no more batches: by the source or by cancel()
  #failure = null;

  constructor(source, options) {
    this.#source = source;
    this.#budget = budgetOf(options, 65536);
    this.#policy = policyOf(options);
    const signal = signalOf(options);
    if (signal?.aborted)
      this.cancel(signal.reason);
    else if (signal !== undefined)
      onAbort(signal, () => this.cancel(signal.reason));
  }

  get consumerCount() {
    return this.#window.consumers.length;
  }

  pull(...args) {
    return iterableFor(args, () => {
      const consumer = new Consumer(this.#owner, this.#window.first);
      if (this.#isEnded && this.#failure !== null && this.#window.size === 0)
        consumer.fail(this.#failure.reason);
      else
        this.#window.consumers.push(consumer);
      return consumer;
    });
  }

  // What a consumer calls.
  #owner = {
    __proto__: null,
    serve: () => this.#serveAll(),
    detach: (consumer) => {
      remove(this.#window.consumers, consumer);
      this.#window.trim();
      this.#serveAll();
    },
  };

  #serveAll() {
    const { consumers } = this.#window;
    let wantsMore = false;
    for (let i = consumers.length - 1; i >= 0; i--) {
      const consumer = consumers[i];
      while (consumer.isWaiting && consumer.position < this.#window.end)
        consumer.answer(this.#window.at(consumer.position++));
      if (!consumer.isWaiting)
        continue;
      if (this.#isEnded)
        this.#finish(consumer);
      else
        wantsMore = true;
    }
    this.#window.trim();
    if (wantsMore && !this.#isReading)
      this.#readIfRoom();
  }

  #finish(consumer) {
    remove(this.#window.consumers, consumer);
    if (this.#failure !== null)
      consumer.fail(this.#failure.reason);
    else
      consumer.finish();
  }

  #readIfRoom() {
    if (this.#window.size >= this.#budget) {
      if (this.#policy === 'strict') {
        this.#failWaiting(fullError(this.#budget, this.#window.size));
        return;
      }
      if (this.#policy === 'unbounded')
        return;
      while (this.#policy === 'drop-oldest' && this.#window.size >= this.#budget)
        this.#window.dropOldest();
    }
    this.#isReading = true;
    PromisePrototypeThen.call(this.#read(), () => this.#serveAll());
  }

  #failWaiting(reason) {
    const { consumers } = this.#window;
    for (let i = consumers.length - 1; i >= 0; i--) {
      const consumer = consumers[i];
      if (consumer.isWaiting) {
        remove(consumers, consumer);
        consumer.fail(reason);
      }
    }
  }

  async #read() {
    try {
      this.#iterator ??= asyncIteratorOf(this.#source);
      const { done, value } = await toPromise(this.#iterator.next());
      if (done)
        this.#isEnded = true;
      else if (!this.#isEnded &&
               (this.#policy !== 'drop-newest' || this.#window.size < this.#budget))
        this.#window.add(value);
    } catch (reason) {
      if (!this.#isEnded)
        this.#failure = { __proto__: null, reason };
      this.#isEnded = true;
    }
    this.#isReading = false;
  }

  cancel(reason) {
    if (this.#isEnded && this.#window.consumers.length === 0)
      return;
    this.#isEnded = true;
    this.#failure = reason === undefined ? null : { __proto__: null, reason };
    this.#window.clear();
    const consumers = takeAll(this.#window.consumers);
    for (let i = 0; i < consumers.length; i++) {
      if (reason === undefined)
        consumers[i].finish();
      else
        consumers[i].fail(reason);
    }
    if (this.#iterator !== null)
      closeQuietly(this.#iterator);
  }

  [SymbolDispose]() {
    this.cancel();
  }
}

// ---- Synchronous ----

class SyncShare {
  #source;
  #iterator = null;
  #budget;
  #policy;
  #window = new Window();
  #isEnded = false;
  #isCancelled = false;
  #failure = null;

  constructor(source, options) {
    this.#source = source;
    this.#budget = budgetOf(options, 65536);
    this.#policy = policyOf(options);
    if (this.#policy === 'unbounded') {
      throw new codes.ERR_INVALID_ARG_VALUE(
        'options.backpressure', 'unbounded', 'unbounded is not supported by shareSync()');
    }
  }

  get consumerCount() {
    return this.#window.consumers.length;
  }

  pull(...transforms) {
    const list = checkTransforms(transforms, transforms.length);
    const consumer = { __proto__: null, position: this.#window.first, isAttached: true };
    if (!this.#isCancelled)
      this.#window.consumers.push(consumer);
    const raw = syncSource(() => ({
      __proto__: null,
      next: () => this.#next(consumer),
      return: () => this.#detach(consumer),
      throw: () => this.#detach(consumer),
    }));
    let result = raw;
    for (let i = 0; i < list.length; i++)
      result = pullSync(result, list[i]);
    return result;
  }

  #detach(consumer) {
    consumer.isAttached = false;
    remove(this.#window.consumers, consumer);
    this.#window.trim();
    return { __proto__: null, done: true, value: undefined };
  }

  #next(consumer) {
    while (consumer.isAttached && !this.#isCancelled) {
      if (consumer.position < this.#window.end) {
        const value = this.#window.at(consumer.position++);
        this.#window.trim();
        return { __proto__: null, done: false, value };
      }
      if (this.#isEnded)
        break;
      this.#readIfRoom();
    }
    const isFailed = consumer.isAttached && this.#failure !== null;
    this.#detach(consumer);
    if (isFailed)
      throw this.#failure.reason;
    return { __proto__: null, done: true, value: undefined };
  }

  #readIfRoom() {
    if (this.#window.size >= this.#budget) {
      if (this.#policy === 'strict')
        throw fullError(this.#budget, this.#window.size);
      while (this.#policy === 'drop-oldest' && this.#window.size >= this.#budget)
        this.#window.dropOldest();
    }
    try {
      this.#iterator ??= iteratorOf(this.#source);
      const { done, value } = this.#iterator.next();
      if (done)
        this.#isEnded = true;
      else if (this.#policy !== 'drop-newest' || this.#window.size < this.#budget)
        this.#window.add(value);
    } catch (reason) {
      this.#isEnded = true;
      this.#failure = { __proto__: null, reason };
    }
  }

  cancel(reason) {
    if (this.#isCancelled)
      return;
    this.#isCancelled = true;
    this.#failure = reason === undefined ? null : { __proto__: null, reason };
    this.#window.clear();
    takeAll(this.#window.consumers);
    this.#iterator?.return?.();
  }

  [SymbolDispose]() {
    this.cancel();
  }
}

function byProtocol(input, protocol, name, options) {
  const made = input[protocol](options);
  if (made === null || typeof made !== 'object') {
    throw new codes.ERR_INVALID_RETURN_VALUE('an object', `[Symbol.for('${name}')]`, made);
  }
  return made;
}

function share(source, options) {
  return new Share(from(source), dictionary(options));
}

function shareSync(source, options) {
  return new SyncShare(fromSync(source), dictionary(options));
}

function checkInput(input, types) {
  if (typeof input !== 'string' && !isObject(input))
    throw new codes.ERR_INVALID_ARG_TYPE('input', types, input);
}

module.exports = {
  Share: {
    __proto__: null,
    from(input, options) {
      checkInput(input, ['Shareable', 'AsyncIterable', 'Iterable']);
      if (typeof input[shareProtocol] === 'function')
        return byProtocol(input, shareProtocol, 'Stream.shareProtocol', dictionary(options));
      return share(input, options);
    },
  },
  SyncShare: {
    __proto__: null,
    fromSync(input, options) {
      checkInput(input, ['SyncShareable', 'Iterable']);
      if (typeof input[shareSyncProtocol] === 'function') {
        return byProtocol(input, shareSyncProtocol, 'Stream.shareSyncProtocol',
                          dictionary(options));
      }
      return shareSync(input, options);
    },
  },
  share, shareProtocol, shareSync, shareSyncProtocol,
};
