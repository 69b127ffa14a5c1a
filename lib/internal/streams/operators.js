'use strict';
// Iterator helpers of Readable (map(), filter(), reduce() and others), written as async generators.

const { AbortError, codes } = require('internal/errors');
const { validateAbortSignal, validateFunction, validateInteger, validateObject } =
  require('internal/validators');
const {
  ArrayPrototypeSlice, MathFloor, Number, NumberIsNaN, ObjectSetPrototypeOf, Promise,
  PromisePrototypeThen, PromiseReject, PromiseResolve, ReflectApply, SafeArray, Symbol,
} = primordials;

const kEmpty = Symbol('empty');
const kEnd = Symbol('end');

function checkOptions(options) {
  if (options != null)
    validateObject(options, 'options');
  if (options?.signal != null)
    validateAbortSignal(options.signal, 'options.signal');
}

const abortError = (signal) =>
  new AbortError(undefined, { __proto__: null, cause: signal.reason });

// Calls fn for up to `concurrency` values at once and queues the results in order. `room` is the
// length of the queue.
class Mapping {
  constructor(stream, fn, options) {
    const { anySignal } = require('internal/abort_controller');
    this.stream = stream;
    this.fn = fn;
    this.concurrency = options?.concurrency ?? 1;
    this.room = (options?.highWaterMark ?? (this.concurrency - 1)) + this.concurrency;
    this.signal = anySignal(options?.signal ? [options.signal] : []);
    this.queue = new SafeArray();
    this.running = 0;
    this.done = false;
    this.wakeReader = null;
    this.wakeWriter = null;
  }

  wakeUp() {
    this.wakeReader?.();
    this.wakeReader = null;
  }

  maybeGoOn() {
    if (this.wakeWriter && !this.done && this.running < this.concurrency &&
        this.queue.length < this.room) {
      this.wakeWriter();
      this.wakeWriter = null;
    }
  }

  add(promise) {
    this.whenSettled(promise);
    this.queue.push(promise);
  }

  async whenSettled(promise) {
    try {
      await promise;
    } catch {
      this.done = true;
    }
    this.running--;
    this.maybeGoOn();
  }

  // Calls fn for a value. Returns false if the result is to be left out.
  start(value) {
    const { fn, signal } = this;
    let result;
    try {
      result = fn(value, { signal });
      if (result === kEmpty)
        return false;
      result = PromiseResolve.call(Promise, result);
    } catch (err) {
      result = PromiseReject.call(Promise, err);
    }
    this.running++;
    this.add(result);
    this.wakeUp();
    return true;
  }

  async pump() {
    try {
      for await (const value of this.stream) {
        if (this.done)
          return;
        if (this.signal.aborted)
          throw abortError(this.signal);
        if (!this.start(value))
          continue;
        if (!this.done && (this.queue.length >= this.room || this.running >= this.concurrency))
          await new Promise((resolve) => { this.wakeWriter = resolve; });
      }
      this.queue.push(kEnd);
    } catch (err) {
      this.add(PromiseReject.call(Promise, err));
    } finally {
      this.done = true;
      this.wakeUp();
    }
  }

  end() {
    this.done = true;
    this.wakeWriter?.();
    this.wakeWriter = null;
  }
}
ObjectSetPrototypeOf(Mapping.prototype, null);

async function* mapped(stream, fn, options) {
  const mapping = new Mapping(stream, fn, options);
  const { queue, signal } = mapping;
  mapping.pump();
  try {
    while (true) {
      while (queue.length > 0) {
        const value = await queue[0];
        if (value === kEnd)
          return;
        if (signal.aborted)
          throw abortError(signal);
        if (value !== kEmpty)
          yield value;
        queue.shift();
        mapping.maybeGoOn();
      }
      await new Promise((resolve) => { mapping.wakeReader = resolve; });
    }
  } finally {
    mapping.end();
  }
}

function mapIterable(stream, fn, options) {
  validateFunction(fn, 'fn');
  checkOptions(options);
  const checked = { __proto__: null, ...options };
  if (options?.concurrency != null)
    checked.concurrency = MathFloor(options.concurrency);
  if (options?.highWaterMark != null)
    checked.highWaterMark = MathFloor(options.highWaterMark);
  if (checked.concurrency !== undefined)
    validateInteger(checked.concurrency, 'options.concurrency', 1);
  if (checked.highWaterMark !== undefined)
    validateInteger(checked.highWaterMark, 'options.highWaterMark', 0);
  return mapped(stream, fn, checked);
}

const readableOf = (iterable) => require('internal/streams/readable').Readable.from(iterable);

function map(fn, options) {
  return readableOf(mapIterable(this, fn, options));
}

function filter(fn, options) {
  validateFunction(fn, 'fn');
  const keep = async (value, context) => (await fn(value, context) ? value : kEmpty);
  return readableOf(mapIterable(this, keep, options));
}

function flatMap(fn, options) {
  const values = mapIterable(this, fn, options);
  return readableOf((async function* flatten() {
    for await (const value of values)
      yield* value;
  })());
}

async function forEach(fn, options) {
  validateFunction(fn, 'fn');
  const call = async (value, context) => {
    await fn(value, context);
    return kEmpty;
  };
  for await (const _ of mapIterable(this, call, options)); // eslint-disable-line no-unused-vars
}

async function some(fn, options) {
  validateFunction(fn, 'fn');
  for await (const _ of filterIterable(this, fn, options)) // eslint-disable-line no-unused-vars
    return true;
  return false;
}

async function every(fn, options) {
  validateFunction(fn, 'fn');
  const fails = async (value, context) => !(await fn(value, context));
  return !(await ReflectApply(some, this, [fails, options]));
}

async function find(fn, options) {
  for await (const value of filterIterable(this, fn, options))
    return value;
  return undefined;
}

function filterIterable(stream, fn, options) {
  validateFunction(fn, 'fn');
  const keep = async (value, context) => (await fn(value, context) ? value : kEmpty);
  return mapIterable(stream, keep, options);
}

async function toArray(options) {
  checkOptions(options);
  const result = new SafeArray();
  for await (const value of this) {
    if (options?.signal?.aborted)
      throw abortError(options.signal);
    result.push(value);
  }
  return ArrayPrototypeSlice.call(result);
}

class ReduceAwareErrMissingArgs extends codes.ERR_MISSING_ARGS {
  constructor() {
    super('reduce');
    this.message = 'Reduce of an empty stream requires an initial value';
  }
}

async function reduce(reducer, initialValue, options) {
  validateFunction(reducer, 'reducer');
  checkOptions(options);
  let hasInitial = arguments.length > 1;
  if (options?.signal?.aborted) {
    const err = abortError(options.signal);
    this.once('error', () => {});
    const { finished } = require('internal/streams/end_of_stream');
    await PromisePrototypeThen.call(finished(this.destroy(err)), undefined, () => {});
    throw err;
  }
  const { AbortController } = require('internal/abort_controller');
  const controller = new AbortController();
  const { signal } = controller;
  const stop = options?.signal ? require('internal/streams/add_abort_signal')
    .onceAborted(options.signal, () => controller.abort()) : null;
  let gotAny = false;
  try {
    for await (const value of this) {
      gotAny = true;
      if (options?.signal?.aborted)
        throw new AbortError();
      if (hasInitial)
        initialValue = await reducer(initialValue, value, { signal });
      else {
        initialValue = value;
        hasInitial = true;
      }
    }
    if (!gotAny && !hasInitial)
      throw new ReduceAwareErrMissingArgs();
  } finally {
    controller.abort();
    stop?.();
  }
  return initialValue;
}

function toCount(number) {
  number = Number(number);
  if (NumberIsNaN(number))
    return 0;
  if (number < 0)
    throw new codes.ERR_OUT_OF_RANGE('number', '>= 0', number);
  return number;
}

function drop(number, options) {
  checkOptions(options);
  number = toCount(number);
  const stream = this;
  return readableOf((async function* dropped() {
    if (options?.signal?.aborted)
      throw new AbortError();
    for await (const value of stream) {
      if (options?.signal?.aborted)
        throw new AbortError();
      if (number-- <= 0)
        yield value;
    }
  })());
}

function take(number, options) {
  checkOptions(options);
  number = toCount(number);
  const stream = this;
  return readableOf((async function* taken() {
    if (options?.signal?.aborted)
      throw new AbortError();
    for await (const value of stream) {
      if (options?.signal?.aborted)
        throw new AbortError();
      if (number-- > 0)
        yield value;
      if (number <= 0)
        return; // without asking for one more
    }
  })());
}

function compose(stream, options) {
  checkOptions(options);
  const u = require('internal/streams/utils');
  if (u.isNodeStream(stream) && !u.isWritable(stream))
    throw new codes.ERR_INVALID_ARG_VALUE('stream', stream, 'must be writable');
  const result = require('internal/streams/compose').compose(this, stream);
  if (options?.signal)
    require('internal/streams/add_abort_signal').addAbortSignalNoValidate(options.signal, result);
  return result;
}

module.exports = { compose, drop, every, filter, find, flatMap, forEach, map, reduce, some, take,
                   toArray };
