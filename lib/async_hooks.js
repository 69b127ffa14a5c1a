'use strict';
// node:async_hooks. AsyncLocalStorage and AsyncResource use internal/async_context, hooks use
// internal/async_hooks.

const {
  codes: { ERR_ASYNC_CALLBACK, ERR_ASYNC_TYPE, ERR_INVALID_ARG_VALUE, ERR_INVALID_ASYNC_ID },
} = require('internal/errors');
const { kEmptyObject } = require('internal/util');
const { validateBoolean, validateFunction, validateObject, validateString } =
  require('internal/validators');
const { context, enter, bindReactions, followPromises, runIn, withKey, withoutKey } =
  require('internal/async_context');
const {
  ArrayPrototypeToSpliced, NumberIsSafeInteger, ObjectDefineProperties, ObjectDefineProperty,
  ObjectFreeze, ObjectIs, ReflectApply, StringPrototypeSplit, SymbolDispose,
} = primordials;

const {
  addHook, removeHook, hasHooks, emitHooks, begin, current, end, newId, running, destroyLater,
  destroyWhenCollected,
} = require('internal/async_hooks');

// Hooks hear of the callbacks of promises that wait already, if these were known here.
bindReactions();

const CALLBACKS = ['init', 'before', 'after', 'destroy', 'promiseResolve'];
const TRACKS_PROMISES = 32;     // the bits below are those of CALLBACKS

const executionAsyncId = () => running().id;
const triggerAsyncId = () => running().trigger;
const executionAsyncResource = () => running().resource;

// ---- Hooks ----

class AsyncHook {
  #callbacks;
  #promiseEvents = 0;

  constructor(callbacks) {
    this.#callbacks = { __proto__: null };
    for (let i = 0; i < CALLBACKS.length; i++) {
      const callback = callbacks[CALLBACKS[i]];
      this.#callbacks[CALLBACKS[i]] = callback;
      if (callback !== undefined && callbacks.trackPromises !== false)
        this.#promiseEvents |= 1 << i;
    }
    if (callbacks.trackPromises === true)
      this.#promiseEvents |= TRACKS_PROMISES;
  }

  // The bits of the events of promises that it wants.
  _promiseEvents() { return this.#promiseEvents; }

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

function createHook(callbacks) {
  for (let i = 0; i < CALLBACKS.length; i++) {
    const name = CALLBACKS[i];
    if (callbacks[name] !== undefined && typeof callbacks[name] !== 'function')
      throw new ERR_ASYNC_CALLBACK(`hook.${name}`);
  }
  const { trackPromises } = callbacks;
  if (trackPromises !== undefined)
    validateBoolean(trackPromises, 'trackPromises');
  if (trackPromises === false && callbacks.promiseResolve !== undefined) {
    throw new ERR_INVALID_ARG_VALUE(
      'trackPromises', false, 'must not be false when promiseResolve is set');
  }
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
    let trigger = current().id;
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
      destroyWhenCollected(this, this.#id, this.#destroyed);
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

// The types of resources that Node has, by their numbers there.
const TYPES = StringPrototypeSplit.call(
  'NONE ' +
  'DIRHANDLE DNSCHANNEL ELDHISTOGRAM FILEHANDLE FILEHANDLECLOSEREQ BLOBREADER FSEVENTWRAP ' +
  'FSREQCALLBACK FSREQPROMISE GETADDRINFOREQWRAP GETNAMEINFOREQWRAP HEAPSNAPSHOT ' +
  'HTTP2SESSION HTTP2STREAM HTTP2PING HTTP2SETTINGS HTTPINCOMINGMESSAGE HTTPCLIENTREQUEST ' +
  'LOCKS DTLS_ENDPOINT DTLS_SESSION JSSTREAM JSUDPWRAP MESSAGEPORT PIPECONNECTWRAP ' +
  'PIPESERVERWRAP PIPEWRAP PROCESSWRAP PROMISE QUERYWRAP QUIC_ENDPOINT QUIC_LOGSTREAM ' +
  'QUIC_SESSION QUIC_STREAM QUIC_UDP SHUTDOWNWRAP SIGNALWRAP STATWATCHER STREAMPIPE ' +
  'TCPCONNECTWRAP TCPSERVERWRAP TCPWRAP TTYWRAP UDPSENDWRAP UDPWRAP SIGINTWATCHDOG WORKER ' +
  'WORKERCPUPROFILE WORKERCPUUSAGE WORKERHEAPPROFILE WORKERHEAPSNAPSHOT ' +
  'WORKERHEAPSTATISTICS WRITEWRAP ZLIB CHECKPRIMEREQUEST PBKDF2REQUEST KEYPAIRGENREQUEST ' +
  'KEYGENREQUEST KEYEXPORTREQUEST ARGON2REQUEST CIPHERREQUEST DERIVEBITSREQUEST HASHREQUEST ' +
  'RANDOMBYTESREQUEST RANDOMPRIMEREQUEST SCRYPTREQUEST SIGNREQUEST TLSWRAP VERIFYREQUEST', ' ');
const asyncWrapProviders = { __proto__: null };
for (let i = 0; i < TYPES.length; i++)
  asyncWrapProviders[TYPES[i]] = i;
ObjectFreeze(asyncWrapProviders);

module.exports = {
  AsyncLocalStorage, createHook, executionAsyncId, triggerAsyncId, executionAsyncResource,
  asyncWrapProviders, AsyncResource,
};
