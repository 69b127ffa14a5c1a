'use strict';
// Static methods of EventEmitter: once(), on(), addAbortListener(), and functions that take an
// emitter or an EventTarget. Loaded on first use.

const {
  NumberMAX_SAFE_INTEGER, ObjectGetPrototypeOf, ObjectSetPrototypeOf, Promise, PromiseReject,
  PromiseResolve, SafeArray, SymbolAsyncIterator, SymbolDispose, SymbolFor,
} = primordials;
const EventEmitter = require('events');
const { AbortError, codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
const {
  validateAbortSignal, validateFunction, validateInteger, validateObject,
} = require('internal/validators');
const { kEmptyObject } = require('internal/util');

const { kMaxEventTargetListeners } = EventEmitter;
const kWatermarkData = SymbolFor('nodejs.watermarkData');

let targetModule;
const eventTarget = () => targetModule ??= require('internal/event_target');
const isEventTarget = (value) => eventTarget().isEventTarget(value);

// ---- Emitters and targets ----

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
  for (let i = 0; i < targets.length; i++) {
    const target = targets[i];
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

// ---- once() ----

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

const abortError = (signal) =>
  new AbortError(undefined, { __proto__: null, cause: signal?.reason });
const abortOptions = () => ({
  __proto__: null, once: true, [eventTarget().kResistStopPropagation]: true,
});

async function once(emitter, name, options = kEmptyObject) {
  validateObject(options, 'options');
  const { signal } = options;
  validateAbortSignal(signal, 'options.signal');
  if (signal?.aborted)
    throw abortError(signal);
  const promise = new Promise((resolve, reject) => {
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
    // For an EventTarget, 'error' is an ordinary event.
    if (name !== 'error' && typeof emitter.once === 'function')
      emitter.once('error', onError);
    if (signal != null)
      listen(signal, 'abort', onAbort, abortOptions());
  });
  // As `return promise`, in as many jobs: for that, the engine reads the species of the promise.
  await undefined;
  return await promise;
}

function addAbortListener(signal, listener) {
  if (signal === undefined)
    throw new ERR_INVALID_ARG_TYPE('signal', 'AbortSignal', signal);
  validateAbortSignal(signal, 'signal');
  validateFunction(listener, 'listener');
  let dispose;
  if (signal.aborted) {
    require('internal/globals').queueMicrotask(() => listener());
  } else {
    signal.addEventListener('abort', listener, abortOptions());
    dispose = () => signal.removeEventListener('abort', listener);
  }
  return {
    __proto__: null,
    [SymbolDispose]() { dispose?.(); },
  };
}

// ---- on() ----

const AsyncGenerator = ObjectGetPrototypeOf(async function* () {});
const AsyncIteratorPrototype = ObjectGetPrototypeOf(AsyncGenerator.prototype);

function watermarks(options) {
  const { highWaterMark = NumberMAX_SAFE_INTEGER, lowWaterMark = 1 } = options;
  const high = options.highWatermark ?? highWaterMark;
  const low = options.lowWatermark ?? lowWaterMark;
  validateInteger(high, 'options.highWaterMark', 1);
  validateInteger(low, 'options.lowWaterMark', 1);
  return { __proto__: null, high, low };
}

// The state of an iterator: a queue of events that wait for next(), or a queue of calls of next()
// that wait for an event.
class EventQueue {
  constructor(emitter, { high, low }) {
    const FixedQueue = require('internal/fixed_queue');
    this.emitter = emitter;
    this.high = high;
    this.low = low;
    this.events = new FixedQueue();
    this.pending = new FixedQueue();
    this.cleanups = new SafeArray();
    this.size = 0;
    this.paused = false;
    this.finished = false;
    this.error = null;
  }

  track(target, name, listener, options) {
    listen(target, name, listener, options);
    this.cleanups.push(() => unlisten(target, name, listener, options));
  }

  onEvent(value) {
    if (!this.pending.isEmpty()) {
      this.pending.shift().resolve({ done: false, value });
      return;
    }
    this.events.push(value);
    if (++this.size > this.high && !this.paused) {
      this.paused = true;
      this.emitter.pause();
    }
  }

  onError(err) {
    if (this.pending.isEmpty())
      this.error = err;
    else
      this.pending.shift().reject(err);
    this.close();
  }

  close() {
    const { cleanups } = this;
    this.cleanups = new SafeArray();
    for (let i = 0; i < cleanups.length; i++)
      cleanups[i]();
    this.finished = true;
    const end = { done: true, value: undefined };
    while (!this.pending.isEmpty())
      this.pending.shift().resolve(end);
    return PromiseResolve.call(Promise, end);
  }

  next() {
    if (this.size > 0) {
      const value = this.events.shift();
      if (--this.size < this.low && this.paused) {
        this.emitter.resume();
        this.paused = false;
      }
      return PromiseResolve.call(Promise, { done: false, value });
    }
    if (this.error !== null) {
      const rejected = PromiseReject.call(Promise, this.error);
      this.error = null;
      return rejected;
    }
    if (this.finished)
      return this.close();
    return new Promise((resolve, reject) =>
      this.pending.push({ __proto__: null, resolve, reject }));
  }
}

ObjectSetPrototypeOf(EventQueue.prototype, null);

function iteratorOf(queue) {
  return {
    __proto__: AsyncIteratorPrototype,
    next() { return queue.next(); },
    return() { return queue.close(); },
    throw(err) {
      if (!err || !(err instanceof primordials.Error))
        throw new ERR_INVALID_ARG_TYPE('EventEmitter.AsyncIterator', 'Error', err);
      queue.onError(err);
    },
    [SymbolAsyncIterator]() { return this; },
    [kWatermarkData]: {
      __proto__: null,
      get size() { return queue.size; },
      get low() { return queue.low; },
      get high() { return queue.high; },
      get isPaused() { return queue.paused; },
    },
  };
}

function on(emitter, event, options = kEmptyObject) {
  validateObject(options, 'options');
  const { signal } = options;
  validateAbortSignal(signal, 'options.signal');
  if (signal?.aborted)
    throw abortError(signal);
  const queue = new EventQueue(emitter, watermarks(options));
  const iterator = iteratorOf(queue);

  queue.track(emitter, event, (...args) => queue.onEvent(args));
  if (event !== 'error' && typeof emitter.on === 'function')
    queue.track(emitter, 'error', (err) => queue.onError(err));
  const closing = options.close ?? [];
  for (let i = 0; i < closing.length; i++)
    queue.track(emitter, closing[i], () => queue.close());
  if (signal)
    queue.track(signal, 'abort', () => queue.onError(abortError(signal)), abortOptions());
  return iterator;
}

module.exports = {
  addAbortListener,
  getEventListeners,
  getMaxListeners,
  listenerCount,
  on,
  once,
  setMaxListeners,
};
