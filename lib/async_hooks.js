'use strict';
// node:async_hooks. AsyncLocalStorage and AsyncResource stand on internal/async_context, hooks on
// internal/async_hooks.

const { codes: { ERR_ASYNC_CALLBACK, ERR_ASYNC_TYPE, ERR_INVALID_ASYNC_ID } } =
  require('internal/errors');
const { validateBoolean, validateFunction, validateObject, validateString } =
  require('internal/validators');
const { context, enter, followPromises, runIn, withKey, withoutKey } = require('internal/async_context');
const { ReflectApply } = primordials;

const { addHook, removeHook, hasHooks, tell, begin, end, newId, running, destroyLater } =
  require('internal/async_hooks');

const CALLBACKS = ['init', 'before', 'after', 'destroy', 'promiseResolve'];

const executionAsyncId = () => running().id;
const triggerAsyncId = () => running().trigger;
const executionAsyncResource = () => running().resource;

// ---- Hooks ----

let collected;     // tells of resources that nobody destroyed

class AsyncHook {
  #callbacks;

  constructor(callbacks) {
    this.#callbacks = {};
    for (const name of CALLBACKS)
      this.#callbacks[name] = callbacks[name];
  }

  tell(name, args) {
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
Object.defineProperty(AsyncHook.prototype, 'tell', { __proto__: null, enumerable: false });

function createHook(callbacks) {
  for (const name of CALLBACKS) {
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
  #destroyed = { called: false };

  constructor(type, options = {}) {
    validateString(type, 'type');
    let trigger = running().id;
    let byHand = false;
    if (typeof options === 'number') {
      trigger = options;
    } else {
      if (options.triggerAsyncId !== undefined)
        trigger = options.triggerAsyncId;
      byHand = !!options.requireManualDestroy;
    }
    if (!Number.isSafeInteger(trigger) || trigger < -1)
      throw new ERR_INVALID_ASYNC_ID('triggerAsyncId', trigger);
    this.#id = newId();
    this.#trigger = trigger;
    if (!hasHooks())
      return;
    if (type.length === 0)
      throw new ERR_ASYNC_TYPE(type);
    tell('init', this.#id, type, trigger, this);
    if (!byHand)
      this.#watch();
  }

  #watch() {
    collected ??= new FinalizationRegistry(({ id, destroyed }) => {
      if (!destroyed.called)
        tell('destroy', id);
    });
    collected.register(this, { id: this.#id, destroyed: this.#destroyed });
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
      return self.runInAsyncScope(fn, thisArg === undefined ? this : thisArg, ...args);
    };
    return likeBound(bound, fn.length);
  }

  static bind(fn, type, thisArg) {
    type ||= fn?.name;
    return new AsyncResource(type || 'bound-anonymous-fn').bind(fn, thisArg);
  }
}

const likeBound = (bound, length) => Object.defineProperties(bound, {
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
Object.defineProperty(RunScope.prototype, Symbol.dispose, {
  __proto__: null, configurable: true, writable: true, value: function() { this.dispose(); },
});

class AsyncLocalStorage {
  #default;
  #name = '';

  constructor(options = {}) {
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

  // Also for those who have kept this frame.
  disable() { context.frame?.delete(this); }
  enterWith(store) { enter(withKey(this, store)); }

  run(store, callback, ...args) {
    const { frame } = context;
    const had = frame !== undefined && frame.has(this);
    if (had && Object.is(frame.get(this), store))
      return ReflectApply(callback, undefined, args);
    const inside = withKey(this, store);
    const { size } = inside;
    enter(inside);
    try {
      return ReflectApply(callback, undefined, args);
    } finally {
      // What the callback has entered or disabled of other storages stays so.
      enter(context.frame === inside && inside.size === size ? frame :
        had ? withKey(this, frame.get(this)) : withoutKey(this));
    }
  }

  exit(callback, ...args) { return this.run(undefined, callback, ...args); }

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

const asyncWrapProviders = Object.freeze({ __proto__: null, NONE: 0 });

module.exports = {
  AsyncLocalStorage, createHook, executionAsyncId, triggerAsyncId, executionAsyncResource,
  asyncWrapProviders, AsyncResource,
};
