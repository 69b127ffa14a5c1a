'use strict';
// util.throttle(): a function that is called at most `limit` times per interval; further calls wait
// in their order, or are dropped.
// (1) An interval begins with a call, after the one before has passed. With `strict`, no interval
//     of that length, wherever it begins, has more than `limit` calls.
// (2) A timer runs exactly while calls wait for time. Calls that wait for `concurrency` are started
//     by the end of another one.

const { MathCeil, NumberPOSITIVE_INFINITY, Promise, PromiseReject, PromiseWithResolvers,
        ReflectApply, SafeArray } = primordials;
const { now } = internalBinding('process');
const { codes: { ERR_THROTTLED } } = require('internal/errors');
const { kEmptyObject } = require('internal/util');
const { MAX_DELAY, abortError, checkSignal, dress, onAbort } = require('internal/util/debounce');
const { validateBoolean, validateFunction, validateInteger, validateObject, validateOneOf } =
  require('internal/validators');
const { clearTimeout, setTimeout } = require('timers');

function checkCount(value, name, min) {
  if (value !== NumberPOSITIVE_INFINITY)
    validateInteger(value, name, min);
}

function readOptions(options) {
  validateObject(options, 'options');
  const { concurrency = NumberPOSITIVE_INFINITY, maxPending = NumberPOSITIVE_INFINITY,
          overflow = 'queue', signal, strict = false } = options;
  checkCount(concurrency, 'options.concurrency', 1);
  checkCount(maxPending, 'options.maxPending', 0);
  validateOneOf(overflow, 'options.overflow', ['queue', 'drop']);
  checkSignal(signal);
  validateBoolean(strict, 'options.strict');
  return { __proto__: null, concurrency, maxPending: overflow === 'drop' ? 0 : maxPending, signal,
           strict };
}

// When calls may start, see (1).
class Rate {
  constructor(limit, interval, strict) {
    this.limit = limit;
    this.interval = interval;
    this.strict = strict;
    this.reset();
  }

  reset() {
    this.starts = new SafeArray();    // strict: the times of the last calls
    this.began = 0;
    this.count = 0;
  }

  // In ms; 0 if a call may start.
  delay() {
    const { interval, limit, starts } = this;
    const time = now();
    if (this.strict) {
      while (starts.length > 0 && time - starts[0] >= interval)
        starts.shift();
      return starts.length < limit ? 0 : interval - (time - starts[0]);
    }
    if (time - this.began >= interval)
      this.count = 0;
    return this.count < limit ? 0 : interval - (time - this.began);
  }

  begin() {
    if (this.strict) {
      this.starts.push(now());
      return;
    }
    if (this.count === 0)
      this.began = now();
    this.count++;
  }
}

class Throttler {
  constructor(fn, rate, options) {
    this.fn = fn;
    this.rate = rate;
    this.options = options;
    this.wrapper = undefined;
    this.queue = new SafeArray();
    this.active = 0;
    this.timer = undefined;
    this.isRef = true;
    this.error = undefined;
  }

  hasCapacity() {
    return this.error === undefined && this.queue.length === 0 &&
      this.active < this.options.concurrency && this.rate.delay() === 0;
  }

  accept(args) {
    if (this.error !== undefined)
      return PromiseReject.call(Promise, this.error);
    const job = { __proto__: null, args, deferred: PromiseWithResolvers.call(Promise) };
    if (this.hasCapacity()) {
      this.start(job);
    } else if (this.queue.length >= this.options.maxPending) {
      job.deferred.reject(new ERR_THROTTLED());
    } else {
      this.queue.push(job);
      this.startWaiting();
    }
    return job.deferred.promise;
  }

  async invoke(args) { return ReflectApply(this.fn, this.wrapper, args); }

  async start({ args, deferred }) {
    this.rate.begin();
    this.active++;
    try {
      deferred.resolve(await this.invoke(args));
    } catch (error) {
      deferred.reject(error);
    }
    this.active--;
    this.startWaiting();
  }

  // (2)
  startWaiting() {
    const { queue, options, rate } = this;
    while (this.timer === undefined && queue.length > 0 && this.active < options.concurrency) {
      const delay = rate.delay();
      if (delay === 0)
        this.start(queue.shift());
      else
        this.startTimer(MathCeil(delay));
    }
  }

  startTimer(delay) {
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.startWaiting();
    }, delay);
    if (!this.isRef)
      this.timer.unref();
  }

  cancel(error) {
    const { queue } = this;
    clearTimeout(this.timer);
    this.timer = undefined;
    this.queue = new SafeArray();
    this.rate.reset();
    for (let i = 0; i < queue.length; i++)
      queue[i].deferred.reject(error);
  }

  setRef(isRef) {
    this.isRef = isRef;
    if (isRef)
      this.timer?.ref();
    else
      this.timer?.unref();
    return this.wrapper;
  }
}

function throttle(fn, limit, interval, options = kEmptyObject) {
  validateFunction(fn, 'fn');
  validateInteger(limit, 'limit', 1);
  validateInteger(interval, 'interval', 0, MAX_DELAY);
  const own = readOptions(options);
  const state = new Throttler(fn, new Rate(limit, interval, own.strict), own);
  function throttled(...args) { return state.accept(args); }
  function cancel(reason) { state.cancel(abortError(reason)); }
  function hasImmediateCapacity() { return state.hasCapacity(); }
  function ref() { return state.setRef(true); }
  function unref() { return state.setRef(false); }
  state.wrapper = dress(throttled, fn, [cancel, hasImmediateCapacity, ref, unref], {
    __proto__: null,
    pending: () => state.queue[state.queue.length - 1]?.deferred.promise ?? null,
    pendingCount: () => state.queue.length,
    activeCount: () => state.active,
  });
  onAbort(own.signal, (reason) => {
    state.error = abortError(reason);
    state.cancel(state.error);
  });
  return throttled;
}

module.exports = { throttle };
