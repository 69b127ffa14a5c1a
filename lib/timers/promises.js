'use strict';
// node:timers/promises.

const timers = require('internal/timers');
const { AbortError, codes: { ERR_ILLEGAL_CONSTRUCTOR, ERR_INVALID_THIS } } =
  require('internal/errors');
const { validateAbortSignal, validateBoolean, validateNumber, validateObject } =
  require('internal/validators');
const {
  ObjectCreate, ObjectFreeze, Promise, PromiseReject, ReflectApply, Symbol,
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

// Calls `method`, addEventListener or removeEventListener, of a signal. For an AbortSignal it is
// that of internal/event_target: a program may have replaced the one of the prototype.
function callOfSignal(signal, method, listener, options) {
  const target = require('internal/event_target');
  const fn = target.isEventTarget(signal) ? target[method] : signal[method];
  ReflectApply(fn, signal, ['abort', listener, options]);
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
    if (signal === undefined)
      return;
    onAbort = () => {
      if (started._destroyed)
        return;
      stop(started);
      reject(abortError(signal));
    };
    callOfSignal(signal, 'addEventListener', onAbort);
  });
  return signal === undefined ? promise : untilSettled(promise, signal, onAbort);
}

// Removes the listener first. In Node the promise is settled five jobs after the timer has fired
// or the signal has come.
async function untilSettled(promise, signal, onAbort) {
  try {
    return await promise;
  } finally {
    callOfSignal(signal, 'removeEventListener', onAbort);
    for (let i = 0; i < 4; i++)
      await undefined;
  }
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
  if (signal !== undefined)
    callOfSignal(signal, 'addEventListener', onAbort, { __proto__: null, once: true });
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
    if (signal !== undefined)
      callOfSignal(signal, 'removeEventListener', onAbort);
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
