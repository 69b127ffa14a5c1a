'use strict';
// merge(): the batches of several sources, in the order in which they arrive.
//
// (1) A source is read only when the consumer of merge() reads, and only after its last batch was
//     passed on: sources are not drained ahead of the consumer.
// (2) When a source fails, the consumer stops or the signal is aborted, all sources are closed.

const {
  Promise, PromisePrototypeThen, SafeArray, SymbolAsyncIterator, SymbolIterator,
} = primordials;
const { asyncIteratorOf, bytesOf, has, toAsyncStreamable, toStreamable } =
  require('internal/stream_iter/bytes');
const { asyncSource, from } = require('internal/stream_iter/from');
const { dictionary, signalOf } = require('internal/stream_iter/options');
const { AbortableIterator, closeQuietly, toPromise } = require('internal/stream_iter/abort');

const isSourceLike = (value) => bytesOf(value) !== undefined || has(value, SymbolAsyncIterator) ||
  has(value, SymbolIterator) || has(value, toStreamable) ||
  has(value, toAsyncStreamable) || value === null || value === undefined;

class Merged {
  #iterators = new SafeArray();
  #isReading = new SafeArray();
  #ready = new SafeArray(); // settled steps that were not handed on
  #active;
  #wake = null;
  #isOver = false;
  #signal;

  constructor(sources, signal) {
    this.#signal = signal;
    this.#active = sources.length;
    for (let i = 0; i < sources.length; i++) {
      this.#iterators.push(asyncIteratorOf(sources[i]));
      this.#isReading.push(false);
    }
  }

  #readAll() {
    for (let i = 0; i < this.#iterators.length; i++) {
      const iterator = this.#iterators[i];
      if (iterator === null || this.#isReading[i])
        continue;
      this.#isReading[i] = true;
      const settle = (error, isFailed, step) => {
        this.#ready.push({ __proto__: null, at: i, error, isFailed, step });
        this.#wake?.();
      };
      PromisePrototypeThen.call(toPromise(iterator.next()), (step) => settle(null, false, step),
                                (error) => settle(error, true, null));
    }
  }

  async next() {
    while (!this.#isOver && this.#active > 0) {
      this.#readAll();
      while (this.#ready.length === 0) {
        await new Promise((resolve) => {
          this.#wake = resolve;
        });
      }
      const { at, error, isFailed, step } = this.#ready.shift();
      this.#isReading[at] = false;
      if (isFailed) {
        this.#iterators[at] = null;
        await this.#closeAll(true);
        throw error;
      }
      if (!step.done)
        return { __proto__: null, done: false, value: step.value };
      this.#iterators[at] = null;
      this.#active--;
    }
    return { __proto__: null, done: true, value: undefined };
  }

  async #closeAll(isQuiet) {
    this.#isOver = true;
    let failed = null;
    for (let i = 0; i < this.#iterators.length; i++) {
      const iterator = this.#iterators[i];
      this.#iterators[i] = null;
      if (iterator === null)
        continue;
      try {
        if (isQuiet && this.#isReading[i])
          closeQuietly(iterator);
        else
          await iterator.return?.();
      } catch (error) {
        failed ??= { __proto__: null, error };
      }
    }
    if (failed !== null && !isQuiet)
      throw failed.error;
  }

  async return() {
    await this.#closeAll(this.#signal?.aborted === true);
    return { __proto__: null, done: true, value: undefined };
  }
}

function merge(...args) {
  let count = args.length;
  let options;
  if (count > 0 && !isSourceLike(args[count - 1]))
    options = args[--count];
  const signal = signalOf(dictionary(options));
  const sources = new SafeArray();
  for (let i = 0; i < count; i++)
    sources.push(abortable(from(args[i]), signal));
  return asyncSource(async function*() {
    const merged = new Merged(sources, signal);
    const iterator = signal === undefined ? merged : new AbortableIterator(merged, signal);
    const batches = { __proto__: null, [SymbolAsyncIterator]() { return iterator; } };
    for await (const batch of batches)
      yield batch;
  });
}

function abortable(source, signal) {
  if (signal === undefined)
    return source;
  return asyncSource(() => new AbortableIterator(asyncIteratorOf(source), signal));
}

module.exports = { merge };
