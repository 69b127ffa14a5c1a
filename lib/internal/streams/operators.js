'use strict';
// Readable's helpers: map, filter, reduce and their kin, as async generators behind a Readable.

const { AbortError, codes } = require('internal/errors');
const { validateAbortSignal, validateFunction, validateInteger, validateObject } =
  require('internal/validators');
const { PromisePrototypeThen } = primordials;

const kEmpty = Symbol('empty');
const kEnd = Symbol('end');

function checkOptions(options) {
  if (options != null)
    validateObject(options, 'options');
  if (options?.signal != null)
    validateAbortSignal(options.signal, 'options.signal');
}

const abortError = (signal) => new AbortError(undefined, { cause: signal.reason });

// Results in order, up to `concurrency` calls of fn at once, and a queue of as many again.
async function* mapped(stream, fn, options) {
  const concurrency = options?.concurrency ?? 1;
  const room = (options?.highWaterMark ?? (concurrency - 1)) + concurrency;
  const signal = AbortSignal.any(options?.signal ? [options.signal] : []);
  const queue = [];
  let running = 0;
  let done = false;
  let wakeReader = null;
  let wakeWriter = null;
  const wakeUp = () => {
    wakeReader?.();
    wakeReader = null;
  };
  const maybeGoOn = () => {
    if (wakeWriter && !done && running < concurrency && queue.length < room) {
      wakeWriter();
      wakeWriter = null;
    }
  };
  const finishedOne = () => {
    running--;
    maybeGoOn();
  };
  const failedOne = () => {
    done = true;
    finishedOne();
  };

  const pump = async () => {
    try {
      for await (const value of stream) {
        if (done)
          return;
        if (signal.aborted)
          throw abortError(signal);
        let result;
        try {
          result = fn(value, { signal });
          if (result === kEmpty)
            continue;
          result = Promise.resolve(result);
        } catch (err) {
          result = Promise.reject(err);
        }
        running++;
        PromisePrototypeThen(result, finishedOne, failedOne);
        queue.push(result);
        wakeUp();
        if (!done && (queue.length >= room || running >= concurrency))
          await new Promise((resolve) => { wakeWriter = resolve; });
      }
      queue.push(kEnd);
    } catch (err) {
      const failure = Promise.reject(err);
      PromisePrototypeThen(failure, finishedOne, failedOne);
      queue.push(failure);
    } finally {
      done = true;
      wakeUp();
    }
  };
  pump();

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
        maybeGoOn();
      }
      await new Promise((resolve) => { wakeReader = resolve; });
    }
  } finally {
    done = true;
    wakeWriter?.();
    wakeWriter = null;
  }
}

function mapIterable(stream, fn, options) {
  validateFunction(fn, 'fn');
  checkOptions(options);
  const checked = { ...options };
  if (options?.concurrency != null)
    checked.concurrency = Math.floor(options.concurrency);
  if (options?.highWaterMark != null)
    checked.highWaterMark = Math.floor(options.highWaterMark);
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
  return !(await some.call(this, async (...args) => !(await fn(...args)), options));
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
  const result = [];
  for await (const value of this) {
    if (options?.signal?.aborted)
      throw abortError(options.signal);
    result.push(value);
  }
  return result;
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
    await require('internal/streams/end-of-stream').finished(this.destroy(err)).catch(() => {});
    throw err;
  }
  const controller = new AbortController();
  const { signal } = controller;
  const stop = options?.signal ? require('internal/streams/add-abort-signal')
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
  if (Number.isNaN(number))
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
    require('internal/streams/add-abort-signal').addAbortSignalNoValidate(options.signal, result);
  return result;
}

module.exports = { compose, drop, every, filter, find, flatMap, forEach, map, reduce, some, take,
                   toArray };
