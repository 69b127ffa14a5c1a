'use strict';
// v8.promiseHooks. The engine has no hook for promises: while somebody watches, the global Promise
// and the methods of its prototype are ours, and are the engine's again when the last one stops.
//
// (1) Promises are made by the engine; creating, resolving and reacting are done here, by the steps
//     of ECMAScript and in as many jobs, so that nothing comes earlier or later for being watched.
// (2) `settled` is told just before the promise settles, not when it begins to follow another one.
// (3) Promise.prototype.constructor stays the engine's: `await` compares it.
// (4) Promises of async functions, and those of built-ins, are not seen.
// (5) then() of the async context, when there is one, is what ours calls.

const { ReflectApply, ReflectOwnKeys } = primordials;
const { construct } = Reflect;
const { defineProperty, getOwnPropertyDescriptor, getPrototypeOf, hasOwn } = Object;
const { isPromise, isAsyncFunction } = require('internal/util/types');
const { raise } = require('internal/process/fatal');
const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
const { validateFunction } = require('internal/validators');

const Native = (async () => {})().constructor;
const { prototype } = Native;
const PATCHED = ['then', 'catch', 'finally'];
// A list is replaced, never changed: a hook that stops does not disturb the telling.
const hooks = { __proto__: null, init: [], before: [], after: [], settled: [] };
let watching = 0;
let originals;
let baseThen;
let lastMade;

function tell(event, promise, parent) {
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
    tell('settled', promise);
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
  return { resolve, reject };
}

let settledPromise;
function inJob(job) {
  settledPromise ??= ReflectApply(Native.resolve, Native, []);
  ReflectApply(baseThen ?? prototype.then, settledPromise, [job]);
}

// The promise shall become what `value`, a promise or the like, becomes.
function follow(promise, native, value, then) {
  const { resolve, reject } = resolvers(promise, native);
  tell('before', promise);
  try {
    ReflectApply(then, value, [resolve, reject]);
  } catch (error) {
    reject(error);
  }
  tell('after', promise);
}

function make(newTarget, parent) {
  const native = {};
  const take = (resolve, reject) => {
    native.resolve = resolve;
    native.reject = reject;
  };
  const promise = construct(Native, [take], newTarget);
  tell('init', promise, parent);
  return lastMade = { promise, ...resolvers(promise, native) };
}

// ---- What replaces the engine's ----

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

// Read only where it can be another one: reading it of a promise may count as awaiting.
function speciesOf(promise) {
  if (getPrototypeOf(promise) === prototype && !hasOwn(promise, 'constructor'))
    return Native;
  const { constructor } = promise;
  return constructor === undefined ? Native : constructor[Symbol.species] ?? Native;
}

// A handler of then(). `made` is what it settles; without resolvers the engine does that, by what
// is returned or thrown.
function reaction(made, handler, isRejection) {
  return (value) => {
    let result = value;
    let failed = isRejection;
    tell('before', made.promise);
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
    tell('after', made.promise);
    if (made.resolve !== undefined)
      return undefined;
    if (failed)
      throw result;
    return result;
  };
}

const reactions = (made, onFulfilled, onRejected) =>
  [reaction(made, onFulfilled, false), reaction(made, onRejected, true)];

// A class of the program's makes its promises by itself: by way of Watched, whose resolvers we
// have then, or past it when the class is older than the first hook.
function thenOfClass(promise, onFulfilled, onRejected) {
  const made = { promise: undefined, resolve: undefined, reject: undefined };
  lastMade = undefined;
  made.promise = ReflectApply(baseThen, promise, reactions(made, onFulfilled, onRejected));
  if (lastMade?.promise === made.promise)
    Object.assign(made, lastMade);
  else
    tell('init', made.promise, undefined);
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
    return this.then((value) => run().then(() => value),
                     (reason) => run().then(() => { throw reason; }));
  },
};

// Native methods do the rest with Watched for `this`: what they make and call is ours.
function prepareConstructor() {
  for (const key of ReflectOwnKeys(Native)) {
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
  originals = { Promise: getOwnPropertyDescriptor(globalThis, 'Promise') };
  method(globalThis, 'Promise', Watched);
  for (const name of PATCHED) {
    originals[name] = getOwnPropertyDescriptor(prototype, name);
    method(prototype, name, methods[name]);
  }
}

// What a program has put over ours stays.
function uninstall() {
  if (globalThis.Promise === Watched)
    defineProperty(globalThis, 'Promise', originals.Promise);
  for (const name of PATCHED) {
    if (prototype[name] === methods[name])
      defineProperty(prototype, name, originals[name]);
  }
}

// Somebody else changes the engine's methods: ours have to be above.
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
  if (isAsyncFunction(callback))    // its own promises would be told of for ever
    throw new ERR_INVALID_ARG_TYPE(name, 'Function', callback);
  if (watching++ === 0)
    install();
  hooks[event] = [...hooks[event], callback];
  let stopped = false;
  return () => {
    if (stopped)
      return;
    stopped = true;
    const list = hooks[event];
    const at = list.indexOf(callback);
    hooks[event] = [...list.slice(0, at), ...list.slice(at + 1)];
    if (--watching === 0)
      uninstall();
  };
}

function createHook({ init, before, after, settled } = {}) {
  const stops = [];
  const given = { init, before, after, settled };
  for (const event of Object.keys(given)) {
    if (given[event])
      stops.push(add(event, given[event]));
  }
  return () => {
    for (const stop of stops)
      stop();
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
