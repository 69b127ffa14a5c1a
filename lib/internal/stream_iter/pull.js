'use strict';
// pull() and pullSync(): a source and transforms as one iterable.
//
// (1) A function is called with each batch, and with null at the end of its source. An object's
//     transform() gets an iterable that yields the batches and then null.
// (2) Each stage is a generator over the stage before it, so a stage that ends early ends those
//     before it.
// (3) Transforms share a signal. It is aborted by options.signal, by an error and by a consumer
//     that stops; not by the end of the data.

const { SymbolAsyncIterator, SymbolIterator } = primordials;
const { codes } = require('internal/errors');
const { isUint8Array } = require('internal/util/types');
const {
  asSource, asyncBatchOf, asyncIteratorOf, batchOf, bytesOf, has, isBatch, isThenable,
} = require('internal/stream_iter/bytes');
const { asyncSource, from, fromSync, syncSource } = require('internal/stream_iter/from');
const { checkTransforms, signalOf, splitOptions } = require('internal/stream_iter/options');
const { AbortableIterator, closeQuietly, onAbort, unlessAborted } =
  require('internal/stream_iter/abort');

const SYNC_RESULTS = [
  'string', 'Uint8Array', 'ArrayBuffer', 'ArrayBufferView', 'Array', 'Iterable', 'null',
];
const RESULTS = [
  'string', 'Uint8Array', 'ArrayBuffer', 'ArrayBufferView', 'Array', 'Iterable', 'AsyncIterable',
  'Promise', 'null',
];

// ---- Synchronous ----

// What a transform has returned, as a batch; null: nothing.
function syncResult(result) {
  if (result === null || isBatch(result))
    return result;
  const bytes = bytesOf(result);
  if (bytes !== undefined)
    return [bytes];
  if (!has(result, SymbolIterator))
    throw new codes.ERR_INVALID_ARG_TYPE('result', SYNC_RESULTS, result);
  return batchOf(result);
}

const isFilled = (batch) => batch !== null && batch.length > 0;

function* callSync(source, transform) {
  // lint-ok: array-iteration our own generator
  for (const batch of source) {
    const result = syncResult(transform(batch));
    if (isFilled(result))
      yield result;
  }
  const last = syncResult(transform(null));
  if (isFilled(last))
    yield last;
}

function* withNull(source) {
  // lint-ok: array-iteration our own generator
  for (const batch of source)
    yield batch;
  yield null;
}

function* runSync(source, transform) {
  // lint-ok: array-iteration the program's iterable
  for (const value of transform.transform(withNull(source))) {
    const batch = value === null ? null : batchOf(value);
    if (isFilled(batch))
      yield batch;
  }
}

function stagesSync(source, transforms) {
  for (let i = 0; i < transforms.length; i++) {
    const stage = typeof transforms[i] === 'function' ? callSync : runSync;
    source = stage(source, transforms[i]);
  }
  return source;
}

function pullSync(source, ...transforms) {
  const list = checkTransforms(transforms, transforms.length);
  const batches = fromSync(source);
  if (list.length === 0)
    return batches;
  return syncSource(() => stagesSync(batches, list)[SymbolIterator]());
}

// ---- Asynchronous ----

// The batches of what a transform has returned.
async function* results(result) {
  if (isThenable(result))
    result = await result;
  if (result === null)
    return;
  const bytes = bytesOf(result);
  if (bytes !== undefined) {
    yield [bytes];
  } else if (has(result, SymbolAsyncIterator)) {
    for await (const value of result) {
      const batch = await asyncBatchOf(value);
      if (batch.length > 0)
        yield batch;
    }
  } else if (has(result, SymbolIterator)) {
    const batch = await asyncBatchOf(result);
    if (batch.length > 0)
      yield batch;
  } else {
    throw new codes.ERR_INVALID_ARG_TYPE('result', RESULTS, result);
  }
}

async function* call(source, transform, signal) {
  for await (const batch of source) {
    const result = transform(batch, { __proto__: null, signal });
    if (isBatch(result)) {
      yield result;
    } else {
      for await (const output of results(result))
        yield output;
    }
  }
  for await (const output of results(transform(null, { __proto__: null, signal })))
    yield output;
}

async function* withNullAsync(source) {
  for await (const batch of source)
    yield batch;
  yield null;
}

async function* run(source, transform, signal) {
  const output = transform.transform(withNullAsync(source), { __proto__: null, signal });
  if (!has(output, SymbolAsyncIterator) && !has(output, SymbolIterator))
    throw new primordials.TypeError('output is not async iterable');
  for await (const value of output) {
    if (value === null)
      continue;
    const batch = isUint8Array(value) ? [value] : await asyncBatchOf(value);
    if (batch.length > 0)
      yield batch;
  }
}

function stages(source, transforms, signal) {
  for (let i = 0; i < transforms.length; i++) {
    const stage = typeof transforms[i] === 'function' ? call : run;
    source = stage(source, transforms[i], signal);
  }
  return source;
}

// One iteration of a pipeline.
class Pipeline {
  #source;
  #transforms;
  #signal;          // of the program
  #controller = null; // of the transforms
  #iterator = null;
  #stopListening = null;
  #isOver = false;

  constructor(source, transforms, signal) {
    this.#source = source;
    this.#transforms = transforms;
    this.#signal = signal;
  }

  #start() {
    const signal = this.#signal;
    let source = this.#source;
    if (signal !== undefined) {
      const inner = source;
      source = asyncSource(() => new AbortableIterator(asyncIteratorOf(inner), signal));
    }
    if (this.#transforms.length > 0) {
      const { AbortController } = require('internal/abort_controller');
      this.#controller = new AbortController();
      if (signal !== undefined)
        this.#stopListening = onAbort(signal, () => this.#controller.abort(signal.reason));
      source = stages(source, this.#transforms, this.#controller.signal);
    }
    this.#iterator = asyncIteratorOf(source);
  }

  async next() {
    if (this.#isOver)
      return { __proto__: null, done: true, value: undefined };
    const signal = this.#signal;
    try {
      if (signal?.aborted)
        throw signal.reason;
      if (this.#iterator === null)
        this.#start();
      const step = await unlessAborted(this.#iterator.next(), signal);
      if (signal?.aborted)
        throw signal.reason;
      if (step.done)
        this.#finish();
      return step;
    } catch (error) {
      this.#finish();
      if (signal?.aborted && this.#iterator !== null)
        closeQuietly(this.#iterator);
      this.#controller?.abort(error);
      throw error;
    }
  }

  #finish() {
    this.#isOver = true;
    this.#stopListening?.();
  }

  async return(value) {
    if (!this.#isOver) {
      this.#finish();
      if (this.#controller !== null) {
        const { lazyDOMException } = require('internal/util');
        this.#controller.abort(lazyDOMException('Aborted', 'AbortError'));
      }
      await this.#iterator?.return?.();
    }
    return { __proto__: null, done: true, value };
  }

  async throw(error) {
    await this.return();
    throw error;
  }
}

function pipeline(source, transforms, signal) {
  return asSource({
    __proto__: null,
    [SymbolAsyncIterator]() {
      const run = new Pipeline(source, transforms, signal);
      return {
        __proto__: null,
        next() { return run.next(); },
        return(value) { return run.return(value); },
        throw(error) { return run.throw(error); },
        [SymbolAsyncIterator]() { return this; },
      };
    },
  });
}

function pull(source, ...args) {
  const { options, transforms } = splitOptions(args);
  const signal = signalOf(options);
  if (signal !== undefined) {
    const { isAborted, reasonOf } = require('internal/abort_controller');
    if (isAborted(signal))
      throw reasonOf(signal);
  }
  const batches = from(source);
  return pipeline(batches, transforms, signal);
}

module.exports = { pipeline, pull, pullSync };
