'use strict';
// Takes the async context along with promises: callbacks of then() once node:async_hooks or
// node:domain is loaded, the rest once there may be a store.
// `await` is not followed here but by texts inserted into the source (awaits.js).
//
// (1) Callbacks of then(), and so of catch() and finally(), run in the frame of that call.
// (2) then() of an object that a promise is resolved with is called by the engine in a job of its
//     own: it runs in the frame in which the promise was resolved. `new Promise()` is given
//     resolving functions that see to it, by a text inserted into the source.
// (3) The engine reports a rejection that nobody handled when all jobs are done. The frame is
//     looked up by the reason then: the last one in which a promise was rejected for it, in this
//     checkpoint.
// (4) An async generator that is ended by return() awaits the given value before its finally blocks
//     run.

const { context, enter } = require('internal/async_context');
const { standIn, awaitedLater } = require('internal/async_context/awaits');
const { shared, kHasContext } = internalBinding('task_queue');
const {
  ObjectDefineProperty, ObjectGetPrototypeOf, ObjectIs, ObjectKeys, Promise: NativePromise,
  PromisePrototypeThen: nativeThen, PromiseResolve: nativeResolve, ReflectApply,
  ReflectDefineProperty,
} = primordials;

const { prototype } = NativePromise;
const generatorPrototype =
  ObjectGetPrototypeOf(ObjectGetPrototypeOf((async function* () {})()));
const nativeReturn = generatorPrototype.return;

const MOST_REJECTIONS = 1024;      // remembered at a time

// ---- then ----

// Calls a callback of then() in its frame. `derived` is what then() has returned, or null where
// async hooks have seen that call: those that are enabled since then are called here.
function react(callback, value, frame, derived) {
  const before = context.frame;
  const hooked = derived === null ? null : context.promises;
  if (before !== frame)
    enter(frame);
  hooked?.beginOld(derived);
  let result;
  try {
    result = callback(value);
    if (typeof result === 'object' && result !== null)
      result = standIn(result);
  } catch (error) {
    rejects(error);
    hooked?.endOld(derived);
    enter(before);
    throw error;
  }
  hooked?.endOld(derived);
  if (context.frame !== before)
    enter(before);
  return result;
}

// A call of `super` is as fast as one of the engine's then() itself. Its `call` is replaced below,
// and ReflectApply() makes an array.
const { then } = {
  __proto__: { __proto__: null, nativeThen },
  then(onFulfilled, onRejected) {
    const { frame } = context;
    let derived = null;
    const promise = super.nativeThen(
      typeof onFulfilled !== 'function' ? onFulfilled :
        (value) => react(onFulfilled, value, frame, derived),
      typeof onRejected !== 'function' ? onRejected :
        (reason) => react(onRejected, reason, frame, derived));
    if (context.promises === null)
      derived = promise;
    return promise;
  },
};

// ---- Resolving ----

const isThenable = (value) =>
    (typeof value === 'object' ? value !== null : typeof value === 'function') &&
  ObjectGetPrototypeOf(value) !== prototype;

const resolvedWith = (value, Type) => (value.constructor === Type ? value : standIn(value));

// By name: what stands for a static method of Promise, which is given.
const statics = {
  __proto__: null,
  resolve: (original) => (original === nativeResolve ? {
    resolve(value) {
      return nativeResolve.call(this, isThenable(value) ? resolvedWith(value, this) : value);
    },
  } : {
    resolve(value) {
      return ReflectApply(
        original, this, [isThenable(value) ? resolvedWith(value, this) : value]);
    },
  }),
  reject: (original) => ({
    reject(reason) {
      rejects(reason);
      return ReflectApply(original, this, [reason]);
    },
  }),
  withResolvers: (original) => ({
    withResolvers() {
      const made = ReflectApply(original, this, []);
      const { resolve, reject } = made;
      made.resolve = resolving(resolve);
      made.reject = rejecting(reject);
      return made;
    },
  }),
};

const resolving = (resolve) => (value) => resolve(isThenable(value) ? standIn(value) : value);
const rejecting = (reject) => (reason) => {
  rejects(reason);
  reject(reason);
};

let lastResolve, lastReject;
const takeLast = (resolve, reject) => {
  lastResolve = resolve;
  lastReject = reject;
};

// In place of Promise in `new Promise(executor)`.
function Followed(executor) {
  if (typeof executor !== 'function')
    return new NativePromise(executor);     // throws
  const promise = new NativePromise(takeLast);
  const resolve = lastResolve;
  const reject = lastReject;
  try {
    executor((value) => resolve(isThenable(value) ? standIn(value) : value), (reason) => {
      rejects(reason);
      reject(reason);
    });
  } catch (error) {
    rejects(error);
    reject(error);
  }
  return promise;
}

// ---- Rejections ----

let latest = null;     // { reason, frame, earlier }, linked: no setter of a program's sees them
let count = 0;

function rejects(reason) {
  if (count === MOST_REJECTIONS)
    forgetRejections();
  context.forget = forgetRejections;
  latest = { __proto__: null, reason, frame: context.frame, earlier: latest };
  count++;
  shared[kHasContext] = 1;     // so that they are dropped after the callback
}

function forgetRejections() {
  context.forget = latest = null;
  count = 0;
}

function frameOfRejection(reason) {
  for (let entry = latest; entry !== null; entry = entry.earlier) {
    if (ObjectIs(entry.reason, reason))
      return entry.frame;
  }
  return undefined;
}

// ---- Installing ----

// What the program has frozen stays as it is.
function put(object, name, value) {
  ReflectDefineProperty(object, name, {
    __proto__: null, value, writable: true, enumerable: false, configurable: true,
  });
}

// A then() of the program's own stays.
function installThen() {
  if (prototype.then === nativeThen)
    put(prototype, 'then', then);
}

function installStatics() {
  const names = ObjectKeys(statics);
  for (let i = 0; i < names.length; i++) {
    const name = names[i];
    put(NativePromise, name, statics[name](NativePromise[name])[name]);
  }
}

// Hooks of promises, where there are any, stay above ours.
function below(install) {
  const { modules } = require('internal/bootstrap/loader');
  const watchers = modules['internal/promise_hooks'];
  if (watchers === undefined)
    install();
  else
    watchers.exports.below(install);
}

function bindReactions() {
  // What built-ins call, PromisePrototypeThen.call(promise, …): those that are loaded, and others.
  ObjectDefineProperty(nativeThen, 'call', {
    __proto__: null, writable: false, enumerable: false, configurable: true,
    value: (promise, onFulfilled, onRejected) =>
      ReflectApply(then, promise, [onFulfilled, onRejected]),
  });
  ObjectDefineProperty(primordials, 'PromisePrototypeThen', {
    __proto__: null, value: then, writable: true, enumerable: true, configurable: true,
  });
  require('internal/async_context/made_functions').install();
  below(installThen);
}

function follow() {
  context.rejects = rejects;
  context.Promise = Followed;
  put(generatorPrototype, 'return', {
    return(value) { return ReflectApply(nativeReturn, this, [awaitedLater(value)]); },
  }.return);
  below(installStatics);
}

module.exports = { bindReactions, follow, Followed, frameOfRejection };
