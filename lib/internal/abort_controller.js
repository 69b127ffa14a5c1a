'use strict';
// AbortController and AbortSignal.
// (1) A signal of any() holds its plain sources; a source knows a composite signal only while
//     that has an 'abort' listener. Unobserved ones query their sources when they are read, so they
//     cost a long-lived source nothing.
// (2) Signals abort in the order of their creation: self first, then dependants by age.
// (3) A timeout signal that somebody observes is kept alive by `observed`; otherwise only the
//     program's own references keep it, and its timer goes with it.

const {
  ArrayPrototypePush, ArrayPrototypeSort, FinalizationRegistry,
  FinalizationRegistryPrototypeRegister, MathMin, ObjectDefineProperty,
  ObjectGetOwnPropertyDescriptor, Promise,
  PromiseWithResolvers, ReflectApply, SafeArray, SafeSet, Symbol, SymbolIterator, SymbolToStringTag,
  WeakRef, WeakRefPrototypeDeref,
} = primordials;
const { codes } = require('internal/errors');
const { ERR_ILLEGAL_CONSTRUCTOR, ERR_INVALID_THIS } = codes;
const { validateUint32, validateObject,
        kValidateObjectAllowObjects } = require('internal/validators');
const { customInspectSymbol, lazyDOMException } = require('internal/util');
const {
  Event, EventTarget, defineEventHandler, dispatch, kNewListener, kRemoveListener,
  kTrustEvent, kWeakHandler, kResistStopPropagation, show,
} = require('internal/event_target');
const { kMaxEventTargetListeners } = require('internal/events/own');
const define = ObjectDefineProperty;

// The values of an iterable of the program's.
function listOf(iterable) {
  const iterator = ReflectApply(iterable[SymbolIterator], iterable, []);
  const { next } = iterator;
  const list = new SafeArray();
  for (let step = ReflectApply(next, iterator, []); !step.done;
    step = ReflectApply(next, iterator, []))
    list.push(step.value);
  return list;
}

const kPrivate = Symbol('kPrivate');
const observed = new SafeSet();
let created = 0;
let abortedCount = 0;
let timers;
let clearTimers;
let isAbortSignal;
let abortWith;
let anySignal;

const lazyTimers = () => timers ??= require('internal/timers');
const defaultReason = () => lazyDOMException('This operation was aborted', 'AbortError');

function typeError(message) {
  const err = new primordials.TypeError(message);
  err.code = 'ERR_INVALID_ARG_TYPE';
  return err;
}

const kTrusted = {
  __proto__: null, bubbles: false, cancelable: false, composed: false, [kTrustEvent]: true,
};
const kAborted = Symbol('kAborted');
const kReason = Symbol('kReason');
const kDependantSignals = Symbol('kDependantSignals');     // programs measure leaks with it

class AbortSignal extends EventTarget {
  // Symbols, not private names: they can be read through a proxy of the signal.
  [kAborted] = false;
  [kReason] = undefined;
  #when = 0;              // the number of this abort
  #age = ++created;
  #listeners = 0;
  #sources = undefined;   // of a composite signal
  #dependants = undefined;
  #timer = undefined;

  // What other files may do, as functions and not as members.
  static {
    isAbortSignal = (value) =>
      typeof value === 'object' && value !== null && value[kAborted] !== undefined;
    abortWith = (signal, reason) => signal.#abort(reason);
    anySignal = (list) => AbortSignal.#anyOf(list);
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
    AbortSignal.#update(this);
    return this[kAborted];
  }

  get reason() {
    AbortSignal.#check(this);
    AbortSignal.#update(this);
    return this[kReason];
  }

  throwIfAborted() {
    AbortSignal.#check(this);
    AbortSignal.#update(this);
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
      const alive = WeakRefPrototypeDeref.call(ref);
      if (alive !== undefined) {
        observed.delete(alive);
        alive.#abort(lazyDOMException('The operation was aborted due to timeout', 'TimeoutError'));
      }
    }, delay);
    timer.unref();
    signal.#timer = timer;
    clearTimers ??= new FinalizationRegistry(clearTimeout);
    FinalizationRegistryPrototypeRegister.call(clearTimers, signal, timer);
    return signal;
  }

  static any(signals) {
    if (signals === null || typeof signals !== 'object' ||
        typeof signals[SymbolIterator] !== 'function')
      throw typeError('signals cannot be converted to sequence.');
    const list = listOf(signals);
    for (let i = 0; i < list.length; i++) {
      if (!isAbortSignal(list[i]))
        throw typeError(`signals[${i}] is not of type AbortSignal.`);
    }
    return AbortSignal.#anyOf(list);
  }

  static #anyOf(list) {
    const result = new AbortSignal(kPrivate);
    for (let i = 0; i < list.length; i++) {
      if (list[i].aborted) {
        result.#mark(list[i][kReason]);
        return result;
      }
    }
    // Sources of sources are taken over, so that the graph is never deeper than one.
    const sources = result.#sources = new SafeSet();
    for (let i = 0; i < list.length; i++) {
      if (list[i].#sources === undefined)
        sources.add(list[i]);
      else
        list[i].#sources.forEach((source) => sources.add(source));
    }
    return result;
  }

  #mark(reason) {
    this[kAborted] = true;
    this[kReason] = reason;
    this.#when = ++abortedCount;
    this.#sources = undefined;
  }

  // An unobserved composite signal takes over the abort of a source here.
  static #update(signal) {
    if (#age in signal)
      signal.#querySources();
  }

  #querySources() {
    if (this[kAborted] || this.#sources === undefined)
      return;
    let first;
    this.#sources.forEach((source) => {
      if (source[kAborted] && (first === undefined || source.#when < first.#when))
        first = source;
    });
    if (first !== undefined)
      this.#mark(first[kReason]);
  }

  #abort(reason) {
    if (this[kAborted])
      return;
    this.#mark(reason);
    const affected = [this];
    if (this.#dependants !== undefined) {
      const dependants = [];
      this.#dependants.forEach((each) => { ArrayPrototypePush.call(dependants, each); });
      ArrayPrototypeSort.call(dependants, (a, b) => a.#age - b.#age);
      for (let i = 0; i < dependants.length; i++) {
        const dependant = dependants[i];
        if (dependant[kAborted])
          continue;
        dependant.#unobserve();
        dependant.#mark(reason);
        ArrayPrototypePush.call(affected, dependant);
      }
      this.#dependants.clear();
    }
    for (let i = 0; i < affected.length; i++) {
      const signal = affected[i];
      observed.delete(signal);
      const event = new Event('abort', kTrusted);
      dispatch(signal, event, 'abort', event);
    }
  }

  #observe() {
    this.#sources?.forEach((source) => {
      if (source.#dependants === undefined) {
        source.#dependants = new SafeSet();
        define(source, kDependantSignals, { __proto__: null, value: source.#dependants });
      }
      source.#dependants.add(this);
      source.#keep();
    });
    this.#keep();
  }

  #unobserve() {
    this.#sources?.forEach((source) => {
      source.#dependants?.delete(this);
      source.#keep();
    });
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
    if (type !== 'abort' || weak || !(#age in this))
      return;
    AbortSignal.#update(this);
    if (this[kAborted])
      return;
    if (++this.#listeners === 1)
      this.#observe();
  }

  [kRemoveListener](size, type, listener, capture) {
    super[kRemoveListener](size, type, listener, capture);
    if (type !== 'abort' || this[kAborted] || !(#age in this) || this.#listeners === 0)
      return;
    // Weak listeners are not counted, so the number left bounds the number that matter.
    this.#listeners = MathMin(this.#listeners - 1, size);
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
    return AbortController.#signalOf(this);
  }

  static #signalOf(controller) {
    AbortController.#check(controller);
    return controller.#signal ??= new AbortSignal(kPrivate);
  }

  abort(reason = defaultReason()) {
    abortWith(AbortController.#signalOf(this), reason);
  }

  [customInspectSymbol](depth, options) {
    return depth < 0 ? '[AbortController]' :
      show('AbortController', { signal: this.signal }, depth, options);
  }
}

function publish(Class, name, keys) {
  for (let i = 0; i < keys.length; i++)
    define(Class.prototype, keys[i], { __proto__: null, enumerable: true });
  define(Class.prototype, SymbolToStringTag, { __proto__: null, value: name, configurable: true });
}
publish(AbortSignal, 'AbortSignal', ['aborted']);
publish(AbortController, 'AbortController', ['signal', 'abort']);
defineEventHandler(AbortSignal.prototype, 'abort');

// util.aborted(): settles when the signal aborts, unless the resource is gone by then.
async function aborted(signal, resource) {
  if (!isAbortSignal(signal))
    throw typeError('signal is not of type AbortSignal.');
  validateObject(resource, 'resource', kValidateObjectAllowObjects);
  if (signal.aborted)
    return undefined;
  const { promise, resolve } = PromiseWithResolvers.call(Promise);
  signal.addEventListener('abort', resolve, {
    __proto__: null, once: true, [kWeakHandler]: resource, [kResistStopPropagation]: true,
  });
  return promise;
}

// For built-in modules: a program may replace the accessors. A signal may be of another library.
const { abort } = AbortController.prototype;
const { get: getReason } = ObjectGetOwnPropertyDescriptor(AbortSignal.prototype, 'reason');
const { get: getAborted } = ObjectGetOwnPropertyDescriptor(AbortSignal.prototype, 'aborted');
const isAborted = (signal) =>
  (isAbortSignal(signal) ? ReflectApply(getAborted, signal, []) : signal.aborted);
const reasonOf = (signal) =>
  (isAbortSignal(signal) ? ReflectApply(getReason, signal, []) : signal.reason);

module.exports = {
  AbortController, AbortSignal, abort, aborted, anySignal, isAbortSignal, isAborted, reasonOf,
};
