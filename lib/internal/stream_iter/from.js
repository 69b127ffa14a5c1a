'use strict';
// from() and fromSync(): convert any input to an iterable of batches.
//
// (1) Chunks of a synchronous iterable are collected, up to MOST per batch. Other values that it
//     yields are batches of their own.
// (2) Each value of an asynchronous iterable is a batch of its own, because the next one may take
//     long.
// (3) Nothing is read before the result is iterated; but a method that converts the input is called
//     at once.

const {
  ArrayPrototypeSlice, PromisePrototypeThen, PromiseResolve, Promise, SymbolAsyncIterator,
  SymbolIterator,
} = primordials;
const { codes } = require('internal/errors');
const { append } = require('internal/util');
const { isUint8Array } = require('internal/util/types');
const {
  ASYNC_TYPES, SYNC_TYPES, asSource, asyncBatchOf, asyncIteratorOf, batchOf, bytesOf, has,
  isBatch, isSource, isThenable, toAsyncStreamable, toStreamable, wrongValue,
} = require('internal/stream_iter/bytes');

const MOST = 128;

const syncSource = (iterate) => asSource({ __proto__: null, [SymbolIterator]: iterate });
const asyncSource = (iterate) => asSource({ __proto__: null, [SymbolAsyncIterator]: iterate });

function* partsOf(list) {
  if (list.length <= MOST) {
    yield list;
    return;
  }
  for (let at = 0; at < list.length; at += MOST)
    yield ArrayPrototypeSlice.call(list, at, at + MOST);
}

function* collect(iterable) {
  let chunks = [];
  // lint-ok: array-iteration the program's iterable
  for (const value of iterable) {
    if (isUint8Array(value)) {
      append(chunks, value);
      if (chunks.length < MOST)
        continue;
    }
    if (chunks.length > 0) {
      yield chunks;
      chunks = [];
    }
    if (!isUint8Array(value)) {
      const batch = batchOf(value, SYNC_TYPES);
      if (batch.length > 0)
        yield batch;
    }
  }
  if (chunks.length > 0)
    yield chunks;
}

// The same for from(): promises among the values are awaited.
async function* collectAsync(iterable) {
  let chunks = [];
  // lint-ok: array-iteration the program's iterable
  for (let value of iterable) {
    if (isThenable(value))
      value = await value;
    if (isUint8Array(value)) {
      append(chunks, value);
      if (chunks.length < MOST)
        continue;
    }
    if (chunks.length > 0) {
      yield chunks;
      chunks = [];
    }
    if (!isUint8Array(value)) {
      const batch = batchOf(value, ASYNC_TYPES);
      if (batch.length > 0)
        yield batch;
    }
  }
  if (chunks.length > 0)
    yield chunks;
}

// The batches of the program's asynchronous iterator.
class Batches {
  #iterator;

  constructor(iterable) {
    this.#iterator = asyncIteratorOf(iterable);
  }

  async next() {
    for (;;) {
      const { done, value } = await this.#iterator.next();
      if (done)
        return { __proto__: null, done: true, value: undefined };
      let batch;
      try {
        batch = asyncBatchOf(value);
        if (isThenable(batch))
          batch = await batch;
      } catch (error) {
        await this.#iterator.return?.();
        throw error;
      }
      if (batch.length > 0)
        return { __proto__: null, done: false, value: batch };
    }
  }

  async return() {
    await this.#iterator.return?.();
    return { __proto__: null, done: true, value: undefined };
  }
}

async function* later(promise) {
  for await (const batch of from(await promise))
    yield batch;
}

function fromSync(input) {
  if (input === null || input === undefined)
    throw new codes.ERR_INVALID_ARG_TYPE('input', 'a non-null value', input);
  const bytes = bytesOf(input);
  if (bytes !== undefined)
    return syncSource(function*() { yield [bytes]; });
  if (isSource(input) && has(input, SymbolIterator))
    return input;
  if (isBatch(input))
    return syncSource(() => partsOf(input));
  if (has(input, toStreamable))
    return fromSync(input[toStreamable]());
  if (has(input, SymbolIterator))
    return syncSource(() => collect(input));
  if (has(input, SymbolAsyncIterator)) {
    throw new codes.ERR_INVALID_ARG_TYPE(
      'input', 'a synchronous input (not AsyncIterable)', input);
  }
  if (isThenable(input))
    throw new codes.ERR_INVALID_ARG_TYPE('input', 'a synchronous input (not Promise)', input);
  throw wrongValue(input, SYNC_TYPES, 'input');
}

function from(input) {
  if (input === null || input === undefined)
    throw new codes.ERR_INVALID_ARG_TYPE('input', 'a non-null value', input);
  const bytes = bytesOf(input);
  if (bytes !== undefined)
    return asyncSource(async function*() { yield [bytes]; });
  if (isSource(input) && has(input, SymbolAsyncIterator))
    return input;
  if (isBatch(input))
    return asyncSource(async function*() {
      // lint-ok: array-iteration our own generator
      for (const part of partsOf(input))
        yield part;
    });
  if (has(input, toAsyncStreamable)) {
    const result = input[toAsyncStreamable]();
    if (!isThenable(result))
      return from(result);
    const promise = PromiseResolve.call(Promise, result);
    PromisePrototypeThen.call(promise, undefined, () => {}); // reported when it is iterated
    return asyncSource(() => later(promise));
  }
  if (has(input, toStreamable))
    return from(input[toStreamable]());
  if (has(input, SymbolAsyncIterator))
    return asyncSource(() => new Batches(input));
  if (has(input, SymbolIterator))
    return asyncSource(() => collectAsync(input));
  throw wrongValue(input, ASYNC_TYPES, 'input');
}

module.exports = { asyncSource, from, fromSync, syncSource };
