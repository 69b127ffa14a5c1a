'use strict';
// AbortController and AbortSignal.
// (1) A signal of any() holds its plain sources; a source knows a composite signal only while
//     that has an 'abort' listener. Unobserved ones look at their sources when asked, so they cost
//     a long-lived source nothing.
// (2) Signals abort in the order of their creation: self first, then dependants by age.
// (3) A timeout signal that somebody observes is kept alive by `observed`; otherwise only the
//     program's own references keep it, and its timer goes with it.

const { codes } = require('internal/errors');
const { ERR_ILLEGAL_CONSTRUCTOR, ERR_INVALID_ARG_TYPE, ERR_INVALID_THIS } = codes;
const { validateAbortSignal, validateUint32, validateObject,
        kValidateObjectAllowObjects } = require('internal/validators');
const { customInspectSymbol, lazyDOMException } = require('internal/util');
const {
  Event, EventTarget, defineEventHandler, dispatch, kNewListener, kRemoveListener,
  kTrustEvent, kWeakHandler, kResistStopPropagation, show,
} = require('internal/event_target');
const { kMaxEventTargetListeners } = require('events');
const define = Object.defineProperty;

const kPrivate = Symbol('kPrivate');
const observed = new Set();
let created = 0;
let abortedCount = 0;
let timers;
let clearTimers;
let isAbortSignal;
let abortWith;

const lazyTimers = () => timers ??= require('internal/timers');
const defaultReason = () => lazyDOMException('This operation was aborted', 'AbortError');

function typeError(message) {
  const err = new TypeError(message);
  err.code = 'ERR_INVALID_ARG_TYPE';
  return err;
}

const kAborted = Symbol('kAborted');
const kReason = Symbol('kReason');

class AbortSignal extends EventTarget {
  // Symbols, not private names: they can be read through a proxy of the signal.
  [kAborted] = false;
  [kReason] = undefined;
  #when = 0;              // the how-manieth abort this was
  #age = ++created;
  #listeners = 0;
  #sources = undefined;   // of a composite signal
  #dependants = undefined;
  #timer = undefined;

  // The two things outsiders may do, handed out here and not as members.
  static {
    isAbortSignal = (value) =>
      typeof value === 'object' && value !== null && value[kAborted] !== undefined;
    abortWith = (signal, reason) => signal.#abort(reason);
  }

  static #check(value) {
    if (!isAbortSignal(value))
      throw new ERR_INVALID_THIS('AbortSignal');
  }

  constructor(token = undefined) {
    if (token !== kPrivate)
      throw new ERR_ILLEGAL_CONSTRUCTOR();
    super();
    this[kMaxEventTargetListeners] = 0;
  }

  get aborted() {
    AbortSignal.#check(this);
    AbortSignal.#look(this);
    return this[kAborted];
  }

  get reason() {
    AbortSignal.#check(this);
    AbortSignal.#look(this);
    return this[kReason];
  }

  throwIfAborted() {
    AbortSignal.#check(this);
    AbortSignal.#look(this);
    if (this[kAborted])
      throw this[kReason];
  }

  [customInspectSymbol](depth, options) {
    return depth < 0 ? '[AbortSignal]' :
      show('AbortSignal', { aborted: this.aborted }, depth, options);
  }

  static abort(reason = defaultReason()) {
    const signal = new AbortSignal(kPrivate);
    signal.#mark(reason);
    return signal;
  }

  static timeout(delay) {
    validateUint32(delay, 'delay', false);
    const signal = new AbortSignal(kPrivate);
    const ref = new WeakRef(signal);
    const { setTimeout, clearTimeout } = lazyTimers();
    const timer = setTimeout(() => {
      const alive = ref.deref();
      if (alive !== undefined) {
        observed.delete(alive);
        alive.#abort(lazyDOMException('The operation was aborted due to timeout', 'TimeoutError'));
      }
    }, delay);
    timer.unref();
    signal.#timer = timer;
    clearTimers ??= new FinalizationRegistry(clearTimeout);
    clearTimers.register(signal, timer);
    return signal;
  }

  static any(signals) {
    if (signals === null || typeof signals !== 'object' ||
        typeof signals[Symbol.iterator] !== 'function')
      throw typeError('signals cannot be converted to sequence.');
    const list = [...signals];
    list.forEach((signal, i) => {
      if (!isAbortSignal(signal))
        throw typeError(`signals[${i}] is not of type AbortSignal.`);
    });
    const result = new AbortSignal(kPrivate);
    for (const signal of list) {
      if (signal.aborted) {
        result.#mark(signal[kReason]);
        return result;
      }
    }
    // Sources of sources are taken over, so that the graph is never deeper than one.
    result.#sources = new Set(list.flatMap((signal) =>
      (signal.#sources ? [...signal.#sources] : [signal])));
    return result;
  }

  #mark(reason) {
    this[kAborted] = true;
    this[kReason] = reason;
    this.#when = ++abortedCount;
    this.#sources = undefined;
  }

  // An unobserved composite learns of its sources' abort here.
  static #look(signal) {
    if (#age in signal)
      signal.#lookAround();
  }

  #lookAround() {
    if (this[kAborted] || this.#sources === undefined)
      return;
    let first;
    for (const source of this.#sources) {
      if (source[kAborted] && (first === undefined || source.#when < first.#when))
        first = source;
    }
    if (first !== undefined)
      this.#mark(first[kReason]);
  }

  #abort(reason) {
    if (this[kAborted])
      return;
    this.#mark(reason);
    const affected = [this];
    if (this.#dependants !== undefined) {
      for (const dependant of [...this.#dependants].sort((a, b) => a.#age - b.#age)) {
        if (dependant[kAborted])
          continue;
        dependant.#unobserve();
        dependant.#mark(reason);
        affected.push(dependant);
      }
      this.#dependants = undefined;
    }
    for (const signal of affected) {
      observed.delete(signal);
      const event = new Event('abort', { [kTrustEvent]: true });
      dispatch(signal, event, 'abort', event);
    }
  }

  #observe() {
    for (const source of this.#sources ?? []) {
      source.#dependants ??= new Set();
      source.#dependants.add(this);
      source.#keep();
    }
    this.#keep();
  }

  #unobserve() {
    for (const source of this.#sources ?? []) {
      source.#dependants?.delete(this);
      source.#keep();
    }
    this.#keep();
  }

  #keep() {
    if (this.#timer === undefined || this[kAborted])
      return;
    if (this.#listeners > 0 || this.#dependants?.size > 0)
      observed.add(this);
    else
      observed.delete(this);
  }

  [kNewListener](size, type, listener, once, capture, passive, weak) {
    super[kNewListener](size, type, listener, once, capture, passive, weak);
    if (type !== 'abort' || weak || this.aborted || !(#age in this))
      return;
    if (++this.#listeners === 1)
      this.#observe();
  }

  [kRemoveListener](size, type, listener, capture) {
    super[kRemoveListener](size, type, listener, capture);
    if (type !== 'abort' || this[kAborted] || !(#age in this) || this.#listeners === 0)
      return;
    // Weak listeners are not counted, so the number left bounds the number that matter.
    this.#listeners = Math.min(this.#listeners - 1, size);
    if (this.#listeners <= 0) {
      this.#listeners = 0;
      this.#unobserve();
    }
  }
}

class AbortController {
  #signal = undefined;

  static #check(value) {
    if (typeof value !== 'object' || value === null || !(#signal in value))
      throw new ERR_INVALID_THIS('AbortController');
  }

  get signal() {
    AbortController.#check(this);
    return this.#signal ??= new AbortSignal(kPrivate);
  }

  abort(reason = defaultReason()) {
    abortWith(this.signal, reason);
  }

  [customInspectSymbol](depth, options) {
    return depth < 0 ? '[AbortController]' :
      show('AbortController', { signal: this.signal }, depth, options);
  }
}

for (const { 0: Class, 1: name, 2: keys } of [
  [AbortSignal, 'AbortSignal', ['aborted']],
  [AbortController, 'AbortController', ['signal', 'abort']],
]) {
  for (const key of keys)
    define(Class.prototype, key, { __proto__: null, enumerable: true });
  define(Class.prototype, Symbol.toStringTag, { __proto__: null, value: name, configurable: true });
}
defineEventHandler(AbortSignal.prototype, 'abort');

// util.aborted(): settles when the signal aborts, unless the resource is gone by then.
async function aborted(signal, resource) {
  if (signal === undefined)
    throw new ERR_INVALID_ARG_TYPE('signal', 'AbortSignal', signal);
  validateAbortSignal(signal, 'signal');
  validateObject(resource, 'resource', kValidateObjectAllowObjects);
  if (signal.aborted)
    return undefined;
  const { promise, resolve } = Promise.withResolvers();
  signal.addEventListener('abort', resolve, {
    __proto__: null, once: true, [kWeakHandler]: resource, [kResistStopPropagation]: true,
  });
  return promise;
}

module.exports = { AbortController, AbortSignal, aborted, isAbortSignal };
