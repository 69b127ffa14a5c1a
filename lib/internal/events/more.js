'use strict';
// The parts of `events` that most programs never reach: once(), on(), questions about emitters
// and targets, warnings, rejections of async listeners, errors nobody listens for.

const EventEmitter = require('events');
const { AbortError, codes, kEnhanceStack } = require('internal/errors');
const {
  validateAbortSignal, validateFunction, validateInteger, validateObject,
} = require('internal/validators');
const { kEmptyObject } = require('internal/util');
const define = Object.defineProperty;
const { ERR_INVALID_ARG_TYPE, ERR_UNHANDLED_ERROR } = codes;

const { captureRejectionSymbol: kRejection, kMaxEventTargetListeners } = EventEmitter;
const kWatermarkData = Symbol.for('nodejs.watermarkData');

let targetModule;
const eventTarget = () => targetModule ??= require('internal/event_target');
const isEventTarget = (value) => eventTarget().isEventTarget(value);

function inspect(value, options) {
  return require('internal/util/inspect').inspect(value, options);
}

// Errors nobody listens for

function emittedAt(emitter) {
  const name = emitter?.constructor?.name;
  return name && name !== 'EventEmitter' ? ` on ${name} instance` : '';
}

function unhandledError(emitter, value, emit) {
  if (value instanceof Error) {
    const thrown = {};
    const emitted = {};
    Error.captureStackTrace(thrown, unhandledError);
    Error.captureStackTrace(emitted, emit);
    // Only the report of a fatal error shows where it was emitted; err.stack stays as it is.
    define(value, kEnhanceStack, {
      __proto__: null,
      configurable: true,
      value: () => ({
        thrownAt: (/node:events:\d+/).exec(thrown.stack)?.[0] ?? 'node:events',
        stack: `${value.stack}\nEmitted 'error' event${emittedAt(emitter)} at:\n` +
          emitted.stack.slice(emitted.stack.indexOf('\n') + 1),
      }),
    });
    return value;
  }
  let shown;
  try {
    shown = inspect(value);
  } catch {
    shown = value;
  }
  const err = new ERR_UNHANDLED_ERROR(`${shown}`);
  err.context = value;
  return err;
}

// Rejections of async listeners

function captureRejection(emitter, result, type, args, kCapture) {
  // A getter named `then` may throw, and counts as a rejection as well.
  try {
    const then = result.then;
    if (typeof then === 'function') {
      then.call(result, undefined, (err) => {
        // On a tick, so that what the handler throws is an uncaught exception, not a rejection.
        process.nextTick(handleRejection, emitter, err, type, args, kCapture);
      });
    }
  } catch (err) {
    emitter.emit('error', err);
  }
}

function handleRejection(emitter, err, type, args, kCapture) {
  if (typeof emitter[kRejection] === 'function') {
    emitter[kRejection](err, type, ...args);
    return;
  }
  // An async 'error' listener that rejects would come back here for ever.
  const before = emitter[kCapture];
  try {
    emitter[kCapture] = false;
    emitter.emit('error', err);
  } finally {
    emitter[kCapture] = before;
  }
}

// Warnings

function warnTooMany(emitter, type, list, limit) {
  list.warned = true;
  const warning = new Error(
    `Possible EventEmitter memory leak detected. ${list.length} ${String(type)} listeners ` +
    `added to ${inspect(emitter, { depth: -1 })}. MaxListeners is ${limit}. ` +
    'Use emitter.setMaxListeners() to increase limit');
  warning.name = 'MaxListenersExceededWarning';
  warning.emitter = emitter;
  warning.type = type;
  warning.count = list.length;
  process.emitWarning(warning);
}

// Questions that emitters and targets answer alike

function emitterOrTarget(value, name) {
  return new ERR_INVALID_ARG_TYPE(name, ['EventEmitter', 'EventTarget'], value);
}

function getEventListeners(emitter, type) {
  if (typeof emitter?.listeners === 'function')
    return emitter.listeners(type);
  if (!isEventTarget(emitter))
    throw emitterOrTarget(emitter, 'emitter');
  return eventTarget().listenersOf(emitter, type);
}

function getMaxListeners(emitter) {
  if (typeof emitter?.getMaxListeners === 'function')
    return emitter.getMaxListeners();
  if (typeof emitter?.[kMaxEventTargetListeners] === 'number')
    return emitter[kMaxEventTargetListeners];
  throw emitterOrTarget(emitter, 'emitter');
}

function setMaxListeners(n, targets) {
  for (const target of targets) {
    if (isEventTarget(target)) {
      target[kMaxEventTargetListeners] = n;
      target[EventEmitter.kMaxEventTargetListenersWarned] = false;
    } else if (typeof target?.setMaxListeners === 'function') {
      target.setMaxListeners(n);
    } else {
      throw emitterOrTarget(target, 'eventTargets');
    }
  }
}

function listenerCount(emitter, type) {
  if (typeof emitter?.listenerCount === 'function')
    return emitter.listenerCount(type);
  if (isEventTarget(emitter))
    return eventTarget().countListeners(emitter, type);
  throw emitterOrTarget(emitter, 'emitter');
}

// Waiting: once() and on() treat emitters and targets alike through these two.

function listen(emitter, name, listener, options) {
  if (typeof emitter?.on === 'function') {
    if (options?.once)
      emitter.once(name, listener);
    else
      emitter.on(name, listener);
  } else if (typeof emitter?.addEventListener === 'function') {
    emitter.addEventListener(name, listener, options);
  } else {
    throw new ERR_INVALID_ARG_TYPE('emitter', 'EventEmitter', emitter);
  }
}

function unlisten(emitter, name, listener, options) {
  if (typeof emitter?.removeListener === 'function')
    emitter.removeListener(name, listener);
  else if (typeof emitter?.removeEventListener === 'function')
    emitter.removeEventListener(name, listener, options);
  else
    throw new ERR_INVALID_ARG_TYPE('emitter', 'EventEmitter', emitter);
}

const abortError = (signal) => new AbortError(undefined, { cause: signal?.reason });
const abortOptions = () => ({
  __proto__: null, once: true, [eventTarget().kResistStopPropagation]: true,
});

async function once(emitter, name, options = kEmptyObject) {
  validateObject(options, 'options');
  const { signal } = options;
  validateAbortSignal(signal, 'options.signal');
  if (signal?.aborted)
    throw abortError(signal);
  return new Promise((resolve, reject) => {
    const onError = (err) => {
      unlisten(emitter, name, onEvent);
      if (signal != null)
        unlisten(signal, 'abort', onAbort);
      reject(err);
    };
    const onEvent = (...args) => {
      if (typeof emitter.removeListener === 'function')
        emitter.removeListener('error', onError);
      if (signal != null)
        unlisten(signal, 'abort', onAbort);
      resolve(args);
    };
    const onAbort = () => {
      unlisten(emitter, name, onEvent);
      unlisten(emitter, 'error', onError);
      reject(abortError(signal));
    };

    listen(emitter, name, onEvent, { __proto__: null, once: true });
    // On a target 'error' is an event like any other.
    if (name !== 'error' && typeof emitter.once === 'function')
      emitter.once('error', onError);
    if (signal != null)
      listen(signal, 'abort', onAbort, abortOptions());
  });
}

function addAbortListener(signal, listener) {
  if (signal === undefined)
    throw new ERR_INVALID_ARG_TYPE('signal', 'AbortSignal', signal);
  validateAbortSignal(signal, 'signal');
  validateFunction(listener, 'listener');
  let dispose;
  if (signal.aborted) {
    queueMicrotask(() => listener());
  } else {
    signal.addEventListener('abort', listener, abortOptions());
    dispose = () => signal.removeEventListener('abort', listener);
  }
  return {
    __proto__: null,
    [Symbol.dispose]() { dispose?.(); },
  };
}

// The iterator of on(): events that came before anybody asked, or askers before any event.

const AsyncGenerator = Object.getPrototypeOf(async function* () {});
const AsyncIteratorPrototype = Object.getPrototypeOf(AsyncGenerator.prototype);

function watermarks(options) {
  const { highWaterMark = Number.MAX_SAFE_INTEGER, lowWaterMark = 1 } = options;
  const high = options.highWatermark ?? highWaterMark;
  const low = options.lowWatermark ?? lowWaterMark;
  validateInteger(high, 'options.highWaterMark', 1);
  validateInteger(low, 'options.lowWaterMark', 1);
  return { high, low };
}

class Waiting {
  constructor(emitter, { high, low }) {
    const FixedQueue = require('internal/fixed_queue');
    this.emitter = emitter;
    this.high = high;
    this.low = low;
    this.events = new FixedQueue();
    this.askers = new FixedQueue();
    this.cleanups = [];
    this.size = 0;
    this.paused = false;
    this.finished = false;
    this.error = null;
  }

  track(target, name, listener, how) {
    listen(target, name, listener, how);
    this.cleanups.push(() => unlisten(target, name, listener, how));
  }

  onEvent(value) {
    if (!this.askers.isEmpty()) {
      this.askers.shift().resolve({ done: false, value });
      return;
    }
    this.events.push(value);
    if (++this.size > this.high && !this.paused) {
      this.paused = true;
      this.emitter.pause();
    }
  }

  onError(err) {
    if (this.askers.isEmpty())
      this.error = err;
    else
      this.askers.shift().reject(err);
    this.close();
  }

  close() {
    for (const cleanup of this.cleanups.splice(0))
      cleanup();
    this.finished = true;
    const end = { done: true, value: undefined };
    while (!this.askers.isEmpty())
      this.askers.shift().resolve(end);
    return Promise.resolve(end);
  }

  next() {
    if (this.size > 0) {
      const value = this.events.shift();
      if (--this.size < this.low && this.paused) {
        this.emitter.resume();
        this.paused = false;
      }
      return Promise.resolve({ done: false, value });
    }
    if (this.error !== null) {
      const rejected = Promise.reject(this.error);
      this.error = null;
      return rejected;
    }
    if (this.finished)
      return this.close();
    return new Promise((resolve, reject) => this.askers.push({ resolve, reject }));
  }
}

function iteratorOf(waiting) {
  return {
    __proto__: AsyncIteratorPrototype,
    next() { return waiting.next(); },
    return() { return waiting.close(); },
    throw(err) {
      if (!err || !(err instanceof Error))
        throw new ERR_INVALID_ARG_TYPE('EventEmitter.AsyncIterator', 'Error', err);
      waiting.onError(err);
    },
    [Symbol.asyncIterator]() { return this; },
    [kWatermarkData]: {
      get size() { return waiting.size; },
      get low() { return waiting.low; },
      get high() { return waiting.high; },
      get isPaused() { return waiting.paused; },
    },
  };
}

function on(emitter, event, options = kEmptyObject) {
  validateObject(options, 'options');
  const { signal } = options;
  validateAbortSignal(signal, 'options.signal');
  if (signal?.aborted)
    throw abortError(signal);
  const waiting = new Waiting(emitter, watermarks(options));
  const iterator = iteratorOf(waiting);

  waiting.track(emitter, event, (...args) => waiting.onEvent(args));
  if (event !== 'error' && typeof emitter.on === 'function')
    waiting.track(emitter, 'error', (err) => waiting.onError(err));
  for (const name of options.close ?? [])
    waiting.track(emitter, name, () => waiting.close());
  if (signal)
    waiting.track(signal, 'abort', () => waiting.onError(abortError(signal)), abortOptions());
  return iterator;
}

module.exports = {
  addAbortListener,
  captureRejection,
  getEventListeners,
  getMaxListeners,
  listenerCount,
  on,
  once,
  setMaxListeners,
  unhandledError,
  warnTooMany,
};
