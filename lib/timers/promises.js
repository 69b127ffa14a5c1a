'use strict';
// node:timers/promises.

const timers = require('internal/timers');
const { AbortError, codes: { ERR_ILLEGAL_CONSTRUCTOR, ERR_INVALID_THIS } } =
  require('internal/errors');
const { validateAbortSignal, validateBoolean, validateNumber, validateObject } =
  require('internal/validators');
const {
  ObjectCreate, ObjectFreeze, Promise, PromisePrototypeThen, PromiseReject, Symbol,
} = primordials;

const kScheduler = Symbol('kScheduler');
const none = ObjectFreeze({ __proto__: null });

const abortError = (signal) => new AbortError(undefined, { __proto__: null, cause: signal.reason });

function checkOptions(delay, options) {
  if (delay !== undefined)
    validateNumber(delay, 'delay');
  validateObject(options, 'options');
  const { signal, ref = true } = options;
  if (signal !== undefined)
    validateAbortSignal(signal, 'options.signal');
  validateBoolean(ref, 'options.ref');
  return { __proto__: null, signal, ref };
}

// A promise for what start(resolve) starts; stop(what) when the signal comes first.
function promiseOf(signal, ref, start, stop) {
  if (signal?.aborted)
    return PromiseReject.call(Promise, abortError(signal));
  let onAbort;
  const promise = new Promise((resolve, reject) => {
    const started = start(resolve);
    if (!ref)
      started.unref();
    if (signal) {
      onAbort = () => {
        if (!started._destroyed) {
          stop(started);
          reject(abortError(signal));
        }
      };
      signal.addEventListener('abort', onAbort);
    }
  });
  if (onAbort === undefined)
    return promise;
  const drop = () => signal.removeEventListener('abort', onAbort);
  return PromisePrototypeThen.call(promise, (value) => {
    drop();
    return value;
  }, (error) => {
    drop();
    throw error;
  });
}

function setTimeout(delay, value, options = none) {
  let checked;
  try {
    checked = checkOptions(delay, options);
  } catch (error) {
    return PromiseReject.call(Promise, error);
  }
  return promiseOf(checked.signal, checked.ref,
                   (resolve) => timers.setTimeout(resolve, delay, value), timers.clearTimeout);
}

function setImmediate(value, options = none) {
  let checked;
  try {
    checked = checkOptions(undefined, options);
  } catch (error) {
    return PromiseReject.call(Promise, error);
  }
  return promiseOf(checked.signal, checked.ref, (resolve) => timers.setImmediate(resolve, value),
                   timers.clearImmediate);
}

// Ticks that nobody waited for are counted and yielded at once.
async function* setInterval(delay, value, options = none) {
  const { signal, ref } = checkOptions(delay, options);
  if (signal?.aborted)
    throw abortError(signal);
  let waiting = 0;
  let wake;
  const interval = timers.setInterval(() => {
    waiting++;
    wake?.();
    wake = undefined;
  }, delay);
  if (!ref)
    interval.unref();
  const onAbort = () => {
    timers.clearInterval(interval);
    wake?.();
    wake = undefined;
  };
  signal?.addEventListener('abort', onAbort, { __proto__: null, once: true });
  try {
    while (!signal?.aborted) {
      if (waiting === 0)
        await new Promise((resolve) => { wake = resolve; });
      for (; waiting > 0; waiting--)
        yield value;
    }
    throw abortError(signal);
  } finally {
    timers.clearInterval(interval);
    signal?.removeEventListener('abort', onAbort);
  }
}

// The proposed scheduling API of the web, as far as Node.js has it.
class Scheduler {
  constructor() {
    throw new ERR_ILLEGAL_CONSTRUCTOR();
  }

  yield() {
    if (!this[kScheduler])
      throw new ERR_INVALID_THIS('Scheduler');
    return setImmediate();
  }

  wait(delay, options) {
    if (!this[kScheduler])
      throw new ERR_INVALID_THIS('Scheduler');
    return setTimeout(delay, undefined, options);
  }
}

const scheduler = ObjectCreate(Scheduler.prototype);
scheduler[kScheduler] = true;

module.exports = { setTimeout, setImmediate, setInterval, scheduler };
