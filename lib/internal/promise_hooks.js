'use strict';
// v8.promiseHooks. The engine has no hook for promises. So the global Promise and the methods of
// its prototype are replaced while there is a hook, and restored when the last hook is stopped.
//
// (1) The engine makes the promises. Creating, resolving and reacting are done here, by the steps
//     of ECMAScript and in as many jobs, so that hooks do not change the order.
// (2) `settled` is called just before the promise settles, not when it begins to follow another
//     one.
// (3) Promise.prototype.constructor is not replaced: `await` compares it.
// (4) Promises of async functions and of built-ins are not reported.
// (5) If the async context has replaced then(), the replacement here calls that one.

const {
  ArrayPrototypeIndexOf, ArrayPrototypePush, ArrayPrototypeToSpliced, ObjectAssign,
  ObjectDefineProperty: defineProperty,
  ObjectGetOwnPropertyDescriptor: getOwnPropertyDescriptor, ObjectGetPrototypeOf: getPrototypeOf,
  ObjectHasOwn: hasOwn, ObjectKeys, ReflectApply, ReflectConstruct: construct, ReflectOwnKeys,
  SymbolSpecies,
} = primordials;
const { isPromise, isAsyncFunction } = require('internal/util/types');
const { raise } = require('internal/process/fatal');
const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
const { validateFunction } = require('internal/validators');

const Native = (async () => {})().constructor;
const { prototype } = Native;
const PATCHED = ['then', 'catch', 'finally'];
// A list is replaced, never changed: a hook may be stopped while the hooks are called.
const hooks = { __proto__: null, init: [], before: [], after: [], settled: [] };
let watching = 0;
let originals;
let baseThen;
let lastMade;

function emitHooks(event, promise, parent) {
  const list = hooks[event];
  for (let i = 0; i < list.length; i++) {
    try {
      list[i](promise, parent);
    } catch (error) {
      raise(error);
    }
  }
}

const isObject = (value) =>
  (typeof value === 'object' && value !== null) || typeof value === 'function';

// ---- Resolving ----

// The two functions that settle a promise, once.
function resolvers(promise, native) {
  let done = false;
  const settle = (how, value) => {
    emitHooks('settled', promise);
    how(value);
  };
  const reject = (reason) => {
    if (!done) {
      done = true;
      settle(native.reject, reason);
    }
  };
  const resolve = (value) => {
    if (done)
      return;
    done = true;
    let then;
    try {
      then = isObject(value) && value !== promise ? value.then : undefined;
    } catch (error) {
      return settle(native.reject, error);
    }
    if (typeof then !== 'function')
      return settle(native.resolve, value);
    inJob(() => follow(promise, native, value, then));
  };
  return { __proto__: null, resolve, reject };
}

let settledPromise;
function inJob(job) {
  settledPromise ??= ReflectApply(Native.resolve, Native, []);
  ReflectApply(baseThen ?? prototype.then, settledPromise, [job]);
}

// The promise follows `value`, a promise or another thenable.
function follow(promise, native, value, then) {
  const { resolve, reject } = resolvers(promise, native);
  emitHooks('before', promise);
  try {
    ReflectApply(then, value, [resolve, reject]);
  } catch (error) {
    reject(error);
  }
  emitHooks('after', promise);
}

function make(newTarget, parent) {
  const native = { __proto__: null };
  const take = (resolve, reject) => {
    native.resolve = resolve;
    native.reject = reject;
  };
  const promise = construct(Native, [take], newTarget);
  emitHooks('init', promise, parent);
  return lastMade = { __proto__: null, promise, ...resolvers(promise, native) };
}

// ---- Replacements ----

function Watched(executor) {
  if (new.target === undefined || typeof executor !== 'function')
    return new.target === undefined ? Native(executor) : new Native(executor);   // throws
  const { promise, resolve, reject } = make(new.target === Watched ? Native : new.target);
  try {
    executor(resolve, reject);
  } catch (error) {
    reject(error);
  }
  return promise;
}

// The constructor is read only if it may be another one: the recorder takes the read for an
// `await`.
function speciesOf(promise) {
  if (getPrototypeOf(promise) === prototype && !hasOwn(promise, 'constructor'))
    return Native;
  const { constructor } = promise;
  return constructor === undefined ? Native : constructor[SymbolSpecies] ?? Native;
}

// A handler of then(), which settles `made`. If `made` has no resolvers, the engine settles it by
// what the handler returns or throws.
function reaction(made, handler, isRejection) {
  return (value) => {
    let result = value;
    let failed = isRejection;
    emitHooks('before', made.promise);
    if (typeof handler === 'function') {
      try {
        result = handler(value);
        failed = false;
      } catch (error) {
        result = error;
        failed = true;
      }
    }
    if (made.resolve !== undefined)
      failed ? made.reject(result) : made.resolve(result);
    emitHooks('after', made.promise);
    if (made.resolve !== undefined)
      return undefined;
    if (failed)
      throw result;
    return result;
  };
}

const reactions = (made, onFulfilled, onRejected) =>
  [reaction(made, onFulfilled, false), reaction(made, onRejected, true)];

// A subclass makes its own promises: through Watched, which then has the resolvers; or not, if the
// class was defined before the first hook.
function thenOfClass(promise, onFulfilled, onRejected) {
  const made = { __proto__: null, promise: undefined, resolve: undefined, reject: undefined };
  lastMade = undefined;
  made.promise = ReflectApply(baseThen, promise, reactions(made, onFulfilled, onRejected));
  if (lastMade?.promise === made.promise)
    ObjectAssign(made, lastMade);
  else
    emitHooks('init', made.promise, undefined);
  return made.promise;
}

const methods = {
  then(onFulfilled, onRejected) {
    if (!isPromise(this))
      return ReflectApply(baseThen, this, [onFulfilled, onRejected]);
    if (speciesOf(this) !== Native)
      return thenOfClass(this, onFulfilled, onRejected);
    const made = make(Native, this);
    ReflectApply(baseThen, this, reactions(made, onFulfilled, onRejected));
    return made.promise;
  },
  catch(onRejected) {
    return this.then(undefined, onRejected);
  },
  finally(onFinally) {
    if (typeof onFinally !== 'function' || !isPromise(this))
      return this.then(onFinally, onFinally);
    const Type = speciesOf(this);
    const Source = Type === Native ? Watched : Type;
    const run = () => ReflectApply(Watched.resolve, Source, [onFinally()]);
    // lint-ok: builtin-method Promise.prototype.finally calls `then` of the object
    return this.then((value) => run().then(() => value),
                     (reason) => run().then(() => { throw reason; }));
  },
};

// The native methods work with Watched as `this`: what they make and call goes through it.
function prepareConstructor() {
  const keys = ReflectOwnKeys(Native);
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i];
    if (key !== 'prototype')
      defineProperty(Watched, key, getOwnPropertyDescriptor(Native, key));
  }
  defineProperty(Watched, 'prototype', { __proto__: null, value: prototype, writable: false });
  method(Watched, 'resolve', function resolve(value) {
    if (this === Watched && isPromise(value) && speciesOf(value) === Native)
      return value;
    return ReflectApply(Native.resolve, this, [value]);
  });
}

function method(object, name, value) {
  defineProperty(object, name, { __proto__: null, value, writable: true, configurable: true });
}

// ---- On and off ----

function install() {
  if (!hasOwn(Watched, 'withResolvers'))
    prepareConstructor();
  baseThen = prototype.then;
  originals = { __proto__: null, Promise: getOwnPropertyDescriptor(globalThis, 'Promise') };
  method(globalThis, 'Promise', Watched);
  for (let i = 0; i < PATCHED.length; i++) {
    const name = PATCHED[i];
    originals[name] = getOwnPropertyDescriptor(prototype, name);
    method(prototype, name, methods[name]);
  }
}

// A function that the program has replaced since is not restored.
function uninstall() {
  if (globalThis.Promise === Watched)
    defineProperty(globalThis, 'Promise', originals.Promise);
  for (let i = 0; i < PATCHED.length; i++) {
    const name = PATCHED[i];
    if (prototype[name] === methods[name])
      defineProperty(prototype, name, originals[name]);
  }
}

// Calls `change`, which replaces methods of the engine, so that they are below the replacements
// here.
function below(change) {
  if (watching === 0)
    return change();
  uninstall();
  change();
  install();
}

function add(event, callback) {
  const name = `${event}Hook`;
  validateFunction(callback, name);
  if (isAsyncFunction(callback))    // its own promises would call the hook again, without end
    throw new ERR_INVALID_ARG_TYPE(name, 'Function', callback);
  if (watching++ === 0)
    install();
  hooks[event] = ArrayPrototypeToSpliced.call(hooks[event], hooks[event].length, 0, callback);
  let stopped = false;
  return () => {
    if (stopped)
      return;
    stopped = true;
    const list = hooks[event];
    const at = ArrayPrototypeIndexOf.call(list, callback);
    hooks[event] = ArrayPrototypeToSpliced.call(list, at, 1);
    if (--watching === 0)
      uninstall();
  };
}

function createHook({ init, before, after, settled } = {}) {
  const stops = [];
  const given = { __proto__: null, init, before, after, settled };
  const events = ObjectKeys(given);
  for (let i = 0; i < events.length; i++) {
    const event = events[i];
    if (given[event])
      ArrayPrototypePush.call(stops, add(event, given[event]));
  }
  return () => {
    for (let i = 0; i < stops.length; i++)
      stops[i]();
  };
}

module.exports = {
  below,
  promiseHooks: {
    createHook,
    onInit: (callback) => add('init', callback),
    onBefore: (callback) => add('before', callback),
    onAfter: (callback) => add('after', callback),
    onSettled: (callback) => add('settled', callback),
  },
};
