'use strict';
// node:async_hooks. AsyncLocalStorage and AsyncResource stand on internal/async_context. Hooks hear
// of AsyncResources; the runtime's own resources have no events (docs/runtime-differences.md).

const { codes: { ERR_ASYNC_CALLBACK, ERR_ASYNC_TYPE, ERR_INVALID_ASYNC_ID } } =
  require('internal/errors');
const { validateBoolean, validateFunction, validateObject, validateString } =
  require('internal/validators');
const { context, enter, followPromises, runIn, withKey, withoutKey } = require('internal/async_context');
const { ReflectApply } = primordials;

const MAIN_ID = 1;
const CALLBACKS = ['init', 'before', 'after', 'destroy', 'promiseResolve'];

let lastId = MAIN_ID;
let executionId = MAIN_ID;
let triggerId = 0;
let resource = {};

const executionAsyncId = () => executionId;
const triggerAsyncId = () => triggerId;
const executionAsyncResource = () => resource;

// ---- Hooks ----

let hooks = [];    // those that are enabled; never changed, replaced
let collected;     // tells of resources that nobody destroyed

function tell(name, ...args) {
  const list = hooks;
  for (let i = 0; i < list.length; i++) {
    try {
      list[i].tell(name, args);
    } catch (error) {
      // A hook that fails leaves no state to go on from: the process ends.
      const { rawDebug, reallyExit } = internalBinding('process');
      rawDebug(`${require('internal/error_stack').stackOf(error)}\n`);
      process.exitCode = 1;
      require('internal/process/fatal').emitExit(1);
      reallyExit(1);
    }
  }
}

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
    if (!hooks.includes(this))
      hooks = [...hooks, this];
    return this;
  }

  disable() {
    hooks = hooks.filter((hook) => hook !== this);
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
    let trigger = executionId;
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
    this.#id = ++lastId;
    this.#trigger = trigger;
    if (hooks.length === 0)
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
    const before = [executionId, triggerId, resource];
    executionId = this.#id;
    triggerId = this.#trigger;
    resource = this;
    try {
      if (hooks.length > 0)
        tell('before', this.#id);
      const result = runIn(this.#frame, fn, thisArg, args);
      if (hooks.length > 0)
        tell('after', this.#id);
      return result;
    } finally {
      [executionId, triggerId, resource] = before;
    }
  }

  emitDestroy() {
    this.#destroyed.called = true;
    const id = this.#id;
    if (hooks.length > 0)
      require('internal/timers').setImmediate(() => tell('destroy', id));
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
