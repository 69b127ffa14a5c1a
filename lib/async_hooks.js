'use strict';
// node:async_hooks. AsyncLocalStorage and AsyncResource use internal/async_context, hooks use
// internal/async_hooks.

const { codes: { ERR_ASYNC_CALLBACK, ERR_ASYNC_TYPE, ERR_INVALID_ASYNC_ID } } =
  require('internal/errors');
const { kEmptyObject } = require('internal/util');
const { validateBoolean, validateFunction, validateObject, validateString } =
  require('internal/validators');
const { context, enter, followPromises, runIn, withKey, withoutKey } =
  require('internal/async_context');
const {
  ArrayPrototypeToSpliced, FinalizationRegistry, FinalizationRegistryPrototypeRegister,
  NumberIsSafeInteger, ObjectDefineProperties, ObjectDefineProperty, ObjectFreeze, ObjectIs,
  ReflectApply, SymbolDispose,
} = primordials;

const { addHook, removeHook, hasHooks, emitHooks, begin, end, newId, running, destroyLater } =
  require('internal/async_hooks');

const CALLBACKS = ['init', 'before', 'after', 'destroy', 'promiseResolve'];

const executionAsyncId = () => running().id;
const triggerAsyncId = () => running().trigger;
const executionAsyncResource = () => running().resource;

// ---- Hooks ----

let collected;     // registry of resources that are destroyed when they are collected

class AsyncHook {
  #callbacks;

  constructor(callbacks) {
    this.#callbacks = { __proto__: null };
    for (let i = 0; i < CALLBACKS.length; i++)
      this.#callbacks[CALLBACKS[i]] = callbacks[CALLBACKS[i]];
  }

  _emit(name, args) {
    const callback = this.#callbacks[name];
    if (callback !== undefined)
      ReflectApply(callback, this, args);
  }

  enable() {
    addHook(this);
    return this;
  }

  disable() {
    removeHook(this);
    return this;
  }
}
ObjectDefineProperty(AsyncHook.prototype, '_emit', { __proto__: null, enumerable: false });

function createHook(callbacks) {
  for (let i = 0; i < CALLBACKS.length; i++) {
    const name = CALLBACKS[i];
    if (callbacks[name] !== undefined && typeof callbacks[name] !== 'function')
      throw new ERR_ASYNC_CALLBACK(`hook.${name}`);
  }
  if (callbacks.trackPromises !== undefined)
    validateBoolean(callbacks.trackPromises, 'trackPromises');
  return new AsyncHook(callbacks);
}

// ---- AsyncResource ----

class AsyncResource {
  #id;
  #trigger;
  #frame = context.frame;
  #destroyed = { __proto__: null, called: false };

  constructor(type, options = kEmptyObject) {
    validateString(type, 'type');
    let trigger = running().id;
    let isManual = false;
    if (typeof options === 'number') {
      trigger = options;
    } else {
      if (options.triggerAsyncId !== undefined)
        trigger = options.triggerAsyncId;
      isManual = !!options.requireManualDestroy;
    }
    if (!NumberIsSafeInteger(trigger) || trigger < -1)
      throw new ERR_INVALID_ASYNC_ID('triggerAsyncId', trigger);
    this.#id = newId();
    this.#trigger = trigger;
    if (!hasHooks())
      return;
    if (type.length === 0)
      throw new ERR_ASYNC_TYPE(type);
    emitHooks('init', this.#id, type, trigger, this);
    if (!isManual)
      this.#destroyWhenCollected();
  }

  #destroyWhenCollected() {
    collected ??= new FinalizationRegistry(({ id, destroyed }) => {
      if (!destroyed.called)
        emitHooks('destroy', id);
    });
    FinalizationRegistryPrototypeRegister.call(
      collected, this, { __proto__: null, id: this.#id, destroyed: this.#destroyed });
  }

  runInAsyncScope(fn, thisArg, ...args) {
    begin(this.#id, this.#trigger, this);
    try {
      return runIn(this.#frame, fn, thisArg, args);
    } finally {
      end();
    }
  }

  emitDestroy() {
    this.#destroyed.called = true;
    if (hasHooks())
      destroyLater(this.#id);
    return this;
  }

  asyncId() { return this.#id; }
  triggerAsyncId() { return this.#trigger; }

  bind(fn, thisArg) {
    validateFunction(fn, 'fn');
    const self = this;
    const bound = function(...args) {
      const receiver = thisArg === undefined ? this : thisArg;
      return ReflectApply(
        self.runInAsyncScope, self, ArrayPrototypeToSpliced.call(args, 0, 0, fn, receiver));
    };
    return likeBound(bound, fn.length);
  }

  static bind(fn, type, thisArg) {
    type ||= fn?.name;
    return new AsyncResource(type || 'bound-anonymous-fn').bind(fn, thisArg);
  }
}

const likeBound = (bound, length) => ObjectDefineProperties(bound, {
  __proto__: null,
  name: { __proto__: null, value: 'bound', configurable: true },
  length: { __proto__: null, value: length, configurable: true },
});

// ---- AsyncLocalStorage ----

class RunScope {
  #before = context.frame;
  #left = false;

  dispose() {
    if (this.#left)
      return;
    this.#left = true;
    enter(this.#before);
  }
}
ObjectDefineProperty(RunScope.prototype, SymbolDispose, {
  __proto__: null, configurable: true, writable: true, value: function() { this.dispose(); },
});

class AsyncLocalStorage {
  #default;
  #name = '';

  constructor(options = kEmptyObject) {
    validateObject(options, 'options');
    followPromises();
    this.#default = options.defaultValue;
    if (options.name !== undefined)
      this.#name = `${options.name}`;
  }

  get name() { return this.#name; }

  static bind(fn) {
    validateFunction(fn, 'fn');
    const { frame } = context;
    const bound = function(...args) { return runIn(frame, fn, this, args); };
    return likeBound(bound, fn.length);
  }

  static snapshot() {
    const { frame } = context;
    return likeBound(function(fn, ...args) { return runIn(frame, fn, this, args); }, 1);
  }

  // Callbacks that are bound to this frame are affected, too.
  disable() { context.frame?.delete(this); }
  enterWith(store) { enter(withKey(this, store)); }

  run(store, callback, ...args) {
    const { frame } = context;
    const had = frame !== undefined && frame.has(this);
    if (had && ObjectIs(frame.get(this), store))
      return ReflectApply(callback, undefined, args);
    const inside = withKey(this, store);
    const { size } = inside;
    enter(inside);
    try {
      return ReflectApply(callback, undefined, args);
    } finally {
      // If the callback has entered or disabled other storages, that remains.
      enter(context.frame === inside && inside.size === size ? frame :
        had ? withKey(this, frame.get(this)) : withoutKey(this));
    }
  }

  exit(callback, ...args) {
    return ReflectApply(
      this.run, this, ArrayPrototypeToSpliced.call(args, 0, 0, undefined, callback));
  }

  getStore() {
    const { frame } = context;
    if (frame === undefined || !frame.has(this))
      return this.#default;
    return frame.get(this);
  }

  withScope(store) {
    const scope = new RunScope();
    this.enterWith(store);
    return scope;
  }
}

const asyncWrapProviders = ObjectFreeze({ __proto__: null, NONE: 0 });

module.exports = {
  AsyncLocalStorage, createHook, executionAsyncId, triggerAsyncId, executionAsyncResource,
  asyncWrapProviders, AsyncResource,
};
