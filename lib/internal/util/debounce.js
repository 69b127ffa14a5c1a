'use strict';
// util.debounce(): a function that is called once its callers have been silent for a while, with
// the arguments of the last call.
// (1) Calls that wait share the result of the call that ends the wait. With `rejectOnCancel`, a
//     call that another one replaces is rejected at once.
// (2) The timer belongs to the first call of a wait: later ones restart it.

const { ObjectDefineProperties, ObjectKeys, Promise, PromiseReject, PromiseWithResolvers,
        ReflectApply, SafeArray } = primordials;
const { AbortError } = require('internal/errors');
const { kEmptyObject, setOwnProperty } = require('internal/util');
const { validateAbortSignal, validateBoolean, validateFunction, validateInteger, validateObject } =
  require('internal/validators');
const { clearTimeout, setTimeout } = require('timers');

const MAX_DELAY = 2 ** 31 - 1;

const abortError = (reason) =>
  new AbortError(undefined, reason === undefined ? undefined : { __proto__: null, cause: reason });

function readOptions(options) {
  validateObject(options, 'options');
  const { leading = false, rejectOnCancel = false, signal } = options;
  validateBoolean(leading, 'options.leading');
  validateBoolean(rejectOnCancel, 'options.rejectOnCancel');
  checkSignal(signal);
  return { __proto__: null, leading, rejectOnCancel, signal };
}

function checkSignal(signal) {
  if (signal === undefined)
    return;
  validateAbortSignal(signal, 'options.signal');
  if (signal.aborted)
    throw abortError(signal.reason);
}

function onAbort(signal, abort) {
  if (signal !== undefined)
    require('events').addAbortListener(signal, () => abort(signal.reason));
}

// The wrapper has the name and length of the function, methods, and accessors of its state.
function dress(wrapper, fn, methods, state) {
  const descriptors = {
    __proto__: null,
    name: { __proto__: null, value: fn.name },
    length: { __proto__: null, value: fn.length },
  };
  for (let i = 0; i < methods.length; i++)
    setOwnProperty(wrapper, methods[i].name, methods[i]);
  const names = ObjectKeys(state);
  for (let i = 0; i < names.length; i++)
    descriptors[names[i]] = { __proto__: null, get: state[names[i]] };
  return ObjectDefineProperties(wrapper, descriptors);
}

class Debouncer {
  constructor(fn, wait, options) {
    this.fn = fn;
    this.wait = wait;
    this.options = options;
    this.wrapper = undefined;
    this.timer = undefined;
    this.isRef = true;
    this.args = undefined;
    this.waiting = new SafeArray();
    this.error = undefined;
  }

  accept(args) {
    if (this.error !== undefined)
      return PromiseReject.call(Promise, this.error);
    const deferred = PromiseWithResolvers.call(Promise);
    const { leading, rejectOnCancel } = this.options;
    const isFirst = this.timer === undefined;
    this.restart();
    if (leading && isFirst) {
      this.invoke(args, [deferred]);
      return deferred.promise;
    }
    if (rejectOnCancel)
      this.rejectWaiting(new AbortError('The debounced call was superseded'));
    this.args = args;
    this.waiting.push(deferred);
    return deferred.promise;
  }

  restart() {
    if (this.timer !== undefined) {
      this.timer.refresh();
      return;
    }
    this.timer = setTimeout(() => this.flush(), this.wait);
    if (!this.isRef)
      this.timer.unref();
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  flush() {
    this.stop();
    const { args, waiting } = this;
    if (waiting.length === 0)
      return;
    this.args = undefined;
    this.waiting = new SafeArray();
    this.invoke(args, waiting);
  }

  invoke(args, callers) {
    let result, error, failed = false;
    try {
      result = ReflectApply(this.fn, this.wrapper, args);
    } catch (err) {
      failed = true;
      error = err;
    }
    for (let i = 0; i < callers.length; i++) {
      if (failed)
        callers[i].reject(error);
      else
        callers[i].resolve(result);
    }
  }

  rejectWaiting(error) {
    const { waiting } = this;
    this.args = undefined;
    this.waiting = new SafeArray();
    for (let i = 0; i < waiting.length; i++)
      waiting[i].reject(error);
  }

  cancel(error) {
    this.stop();
    if (this.waiting.length > 0)
      this.rejectWaiting(error);
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

function debounce(fn, wait, options = kEmptyObject) {
  validateFunction(fn, 'fn');
  validateInteger(wait, 'wait', 0, MAX_DELAY);
  const state = new Debouncer(fn, wait, readOptions(options));
  function debounced(...args) { return state.accept(args); }
  function cancel(reason) { state.cancel(abortError(reason)); }
  function flush() { state.flush(); }
  function ref() { return state.setRef(true); }
  function unref() { return state.setRef(false); }
  state.wrapper = dress(debounced, fn, [cancel, flush, ref, unref], {
    __proto__: null,
    pending: () => state.waiting[state.waiting.length - 1]?.promise ?? null,
    pendingCount: () => state.waiting.length,
  });
  onAbort(state.options.signal, (reason) => {
    state.error = abortError(reason);
    state.cancel(state.error);
  });
  return debounced;
}

module.exports = { MAX_DELAY, abortError, checkSignal, debounce, dress, onAbort };
