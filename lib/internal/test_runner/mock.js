'use strict';
// Mocks: functions that record their calls, and methods replaced by them.

const {
  ArrayPrototypeSlice, ObjectDefineProperty, ObjectGetOwnPropertyDescriptor, ObjectGetPrototypeOf,
  ObjectSetPrototypeOf, Proxy, ReflectApply, ReflectConstruct, ReflectGet, SafeArray, SafeMap,
} = primordials;
const { codes: { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE } } = require('internal/errors');
const { kEmptyObject } = require('internal/util');
const { validateFunction, validateInteger, validateObject } = require('internal/validators');

class MockFunctionContext {
  #calls = new SafeArray();
  #implementation;
  #original;
  #once = new SafeMap();
  #times;
  #restore;

  constructor(original, implementation, times, restore) {
    this.#original = original;
    this.#implementation = implementation;
    this.#times = times;
    this.#restore = restore;
  }

  get calls() { return ArrayPrototypeSlice.call(this.#calls); }
  callCount() { return this.#calls.length; }

  mockImplementation(implementation) {
    validateFunction(implementation, 'implementation');
    this.#implementation = implementation;
  }

  mockImplementationOnce(implementation, onCall = this.#calls.length) {
    validateFunction(implementation, 'implementation');
    validateInteger(onCall, 'onCall', this.#calls.length);
    this.#once.set(onCall, implementation);
  }

  restore() {
    this.#restore?.();
    this.#restore = undefined;
    this.#implementation = this.#original;
    this.#once.clear();
  }

  resetCalls() { this.#calls = new SafeArray(); }

  // The function for the next call; after `times` calls it is the original.
  next() {
    const at = this.#calls.length;
    const once = this.#once.get(at);
    this.#once.delete(at);
    const fn = once ?? this.#implementation;
    if (at + 1 === this.#times)
      this.restore();
    return fn;
  }

  record(call) { this.#calls.push(call); }
}


function mocked(context, original) {
  const track = (self, args, target, run) => {
    const fn = context.next();
    const call = { arguments: args, error: undefined, result: undefined,
                   stack: new primordials.Error(), target, this: self };
    try {
      call.result = run(fn);
      if (target !== undefined)
        call.this = call.result;
      return call.result;
    } catch (error) {
      call.error = error;
      throw error;
    } finally {
      context.record(call);
    }
  };
  return new Proxy(original, {
    __proto__: null,
    apply: (_, self, args) => track(self, args, undefined, (fn) => ReflectApply(fn, self, args)),
    construct: (_, args, target) =>
      track(undefined, args, target, (fn) => ReflectConstruct(fn, args, target)),
    get: (fn, key, receiver) => (key === 'mock' ? context : ReflectGet(fn, key, receiver)),
  });
}

function findDescriptor(object, name) {
  for (let each = object; each !== null && each !== undefined; each = ObjectGetPrototypeOf(each)) {
    const found = ObjectGetOwnPropertyDescriptor(each, name);
    if (found !== undefined)
      return ObjectSetPrototypeOf(found, null);
  }
  return undefined;
}

function timesOf({ times = Infinity }) {
  if (times !== Infinity)
    validateInteger(times, 'options.times', 1);
  return times;
}

class MockTracker {
  #mocks = new SafeArray();
  #timers;

  get timers() {
    const { MockTimers } = require('internal/test_runner/mock_timers');
    return this.#timers ??= new MockTimers();
  }

  fn(original = function() {}, implementation = original, options = kEmptyObject) {
    if (original !== null && typeof original === 'object') {
      options = original;
      original = function() {};
      implementation = original;
    } else if (implementation !== null && typeof implementation === 'object') {
      options = implementation;
      implementation = original;
    }
    validateFunction(original, 'original');
    validateFunction(implementation, 'implementation');
    validateObject(options, 'options');
    return this.#register(new MockFunctionContext(original, implementation, timesOf(options)),
                      original);
  }

  #register(context, original) {
    this.#mocks.push(context);
    return mocked(context, original);
  }

  method(object, name, implementation, options = kEmptyObject) {
    if ((typeof object !== 'object' || object === null) && typeof object !== 'function')
      throw new ERR_INVALID_ARG_TYPE('object', 'Object', object);
    if (typeof name !== 'string' && typeof name !== 'symbol')
      throw new ERR_INVALID_ARG_TYPE('methodName', ['string', 'symbol'], name);
    if (implementation !== null && typeof implementation === 'object') {
      options = implementation;
      implementation = undefined;
    }
    validateObject(options, 'options');
    const { getter = false, setter = false } = options;
    if (getter && setter)
      throw new ERR_INVALID_ARG_VALUE('options.setter', setter,
                                      "cannot be used with 'options.getter'");
    const kind = getter ? 'get' : setter ? 'set' : 'value';
    const descriptor = findDescriptor(object, name);
    const original = descriptor?.[kind];
    if (typeof original !== 'function')
      throw new ERR_INVALID_ARG_VALUE('methodName', original, 'must be a method');
    const own = ObjectGetOwnPropertyDescriptor(object, name);
    const restore = () => {
      if (own !== undefined)
        ObjectDefineProperty(object, name, ObjectSetPrototypeOf(own, null));
      else
        delete object[name];
    };
    const context =
      new MockFunctionContext(original, implementation ?? original, timesOf(options), restore);
    const mock = this.#register(context, original);
    ObjectDefineProperty(
      object, name, { __proto__: null, ...descriptor, [kind]: mock, configurable: true });
    return mock;
  }

  getter(object, name, implementation, options) {
    return this.#accessor('getter', object, name, implementation, options);
  }

  setter(object, name, implementation, options) {
    return this.#accessor('setter', object, name, implementation, options);
  }

  #accessor(kind, object, name, implementation, options = kEmptyObject) {
    if (implementation !== null && typeof implementation === 'object') {
      options = implementation;
      implementation = undefined;
    }
    if (options[kind] === false)
      throw new ERR_INVALID_ARG_VALUE(`options.${kind}`, false, 'cannot be false');
    return this.method(object, name, implementation, { __proto__: null, ...options, [kind]: true });
  }

  reset() {
    this.restoreAll();
    this.#timers?.reset();
    this.#mocks = new SafeArray();
  }

  restoreAll() {
    for (let i = 0; i < this.#mocks.length; i++)
      this.#mocks[i].restore();
    this.#timers?.reset();
  }
}

module.exports = { MockTracker };
