'use strict';
// node:async_hooks, as far as it costs nothing: resources have numbers, and a context goes where
// AsyncResource or a snapshot carries it. Hooks are accepted and enabled, but hear no events; the
// context does not follow promises, timers and ticks yet.

const { codes: { ERR_ASYNC_CALLBACK, ERR_INVALID_ASYNC_ID } } = require('internal/errors');
const { validateBoolean, validateFunction, validateObject, validateString } =
  require('internal/validators');
const { ReflectApply } = primordials;

const MAIN_ID = 1;
const CALLBACKS = ['init', 'before', 'after', 'destroy', 'promiseResolve'];
const kNone = Symbol('none');

let lastId = MAIN_ID;
let executionId = MAIN_ID;
let triggerId = 0;
let resource = {};
let frame = new Map();   // storage -> value; never changed, replaced

const executionAsyncId = () => executionId;
const triggerAsyncId = () => triggerId;
const executionAsyncResource = () => resource;

class AsyncHook {
  #enabled = false;
  constructor(callbacks) {
    for (const name of CALLBACKS)
      this[Symbol(name)] = callbacks[name];
  }
  enable() {
    this.#enabled = true;
    return this;
  }
  disable() {
    this.#enabled = false;
    return this;
  }
}

function createHook(callbacks) {
  for (const name of CALLBACKS) {
    if (callbacks[name] !== undefined && typeof callbacks[name] !== 'function')
      throw new ERR_ASYNC_CALLBACK(`hook.${name}`);
  }
  if (callbacks.trackPromises !== undefined)
    validateBoolean(callbacks.trackPromises, 'trackPromises');
  return new AsyncHook(callbacks);
}

function inFrame(wanted, fn, self, args) {
  const before = frame;
  frame = wanted;
  try {
    return ReflectApply(fn, self, args);
  } finally {
    frame = before;
  }
}

class AsyncResource {
  #id;
  #trigger;
  #frame = frame;

  constructor(type, options = {}) {
    validateString(type, 'type');
    let trigger = executionId;
    if (typeof options === 'number') {
      trigger = options;
    } else if (options.triggerAsyncId !== undefined) {
      trigger = options.triggerAsyncId;
    }
    if (!Number.isSafeInteger(trigger) || trigger < -1)
      throw new ERR_INVALID_ASYNC_ID('triggerAsyncId', trigger);
    this.#id = ++lastId;
    this.#trigger = trigger;
  }

  runInAsyncScope(fn, thisArg, ...args) {
    const before = [executionId, triggerId, resource];
    executionId = this.#id;
    triggerId = this.#trigger;
    resource = this;
    try {
      return inFrame(this.#frame, fn, thisArg, args);
    } finally {
      [executionId, triggerId, resource] = before;
    }
  }

  emitDestroy() { return this; }
  asyncId() { return this.#id; }
  triggerAsyncId() { return this.#trigger; }

  bind(fn, thisArg) {
    validateFunction(fn, 'fn');
    const self = this;
    const bound = function(...args) {
      return self.runInAsyncScope(fn, thisArg === undefined ? this : thisArg, ...args);
    };
    Object.defineProperties(bound, {
      name: { __proto__: null, value: `bound ${fn.name}`.trim(), configurable: true },
      length: { __proto__: null, value: fn.length, configurable: true },
    });
    return bound;
  }

  static bind(fn, type, thisArg) {
    return new AsyncResource(type || fn?.name || 'bound-anonymous-fn').bind(fn, thisArg);
  }
}

class AsyncLocalStorage {
  #default;
  #name;

  constructor(options = {}) {
    validateObject(options, 'options');
    this.#default = options.defaultValue;
    this.#name = options.name === undefined ? '' : `${options.name}`;
  }

  static bind(fn) { return AsyncResource.bind(fn); }

  static snapshot() {
    const taken = frame;
    return (fn, ...args) => inFrame(taken, fn, undefined, args);
  }

  get name() { return this.#name; }

  disable() {
    frame = new Map(frame);
    frame.delete(this);
  }

  enterWith(store) {
    frame = new Map(frame).set(this, store);
  }

  run(store, callback, ...args) {
    return inFrame(new Map(frame).set(this, store), callback, undefined, args);
  }

  exit(callback, ...args) {
    return inFrame(new Map(frame).set(this, kNone), callback, undefined, args);
  }

  getStore() {
    if (!frame.has(this))
      return this.#default;
    const store = frame.get(this);
    return store === kNone ? undefined : store;
  }

  withScope(store) {
    const before = frame;
    this.enterWith(store);
    return { __proto__: null, [Symbol.dispose]() { frame = before; } };
  }
}

const asyncWrapProviders = Object.freeze({ __proto__: null, NONE: 0 });

module.exports = {
  AsyncLocalStorage, createHook, executionAsyncId, triggerAsyncId, executionAsyncResource,
  asyncWrapProviders, AsyncResource,
};
