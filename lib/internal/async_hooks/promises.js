'use strict';
// PROMISE resources of async hooks. The engine has no hook for promises. So methods of Promise are
// replaced while a hook observes promises, and the texts inserted into the program's source
// (async_context/awaits.js) report `new Promise()` and `await`.
//
// (1) The engine makes and settles all promises, in as many jobs as without hooks.
// (2) The trigger of a promise that then() returns is the promise it belongs to. `await` makes a
//     promise of its own, whose trigger is the awaited one.
// (3) The promise that a call of an async function returns has no `init` event: nothing reports the
//     call. It gets an id when it is first used. The same holds for promises of built-ins, and for
//     promises made before the hook was enabled, if node:async_hooks was loaded by then.

const { context, enter, followPromises } = require('internal/async_context');
const { Followed } = require('internal/async_context/promises');
const hooks = require('internal/async_hooks');
const { isPromise } = require('internal/util/types');
const {
  ObjectDefineProperty, ObjectGetOwnPropertyDescriptor, ObjectHasOwn, Promise: NativePromise,
  PromiseResolve: nativeResolve, ReflectApply, SafeArray,
} = primordials;

const { prototype } = NativePromise;
const WANTS_DESTROY = 8, WANTS_RESOLVE = 16;     // as in lib/async_hooks.js
const ALIVE = { __proto__: null, called: false };

let wanted = 0;

function track(promise, parent) {
  const identity = hooks.init('PROMISE', promise, parent);
  if ((wanted & WANTS_DESTROY) !== 0)
    hooks.destroyWhenCollected(promise, identity.id, ALIVE);
  return identity;
}

function emitResolve(id) {
  if ((wanted & WANTS_RESOLVE) !== 0)
    hooks.emitHooks('promiseResolve', id);
}

// ---- then ----

let baseThen;

// What a handler of then() belongs to: the promise that then() returned.
class Reaction {
  constructor() {
    this.promise = undefined;
    this.identity = undefined;
  }

  handler(callback, isRejection) {
    return (value) => {
      const { identity, promise } = this;
      if (identity === undefined)
        return settle(callback, isRejection, value);
      hooks.beginJob(identity.id, identity.trigger, promise);
      try {
        return settle(callback, isRejection, value);
      } finally {
        emitResolve(identity.id);
        hooks.end();
      }
    };
  }
}

// What the engine does with a value, and without a callback.
function settle(callback, isRejection, value) {
  if (typeof callback === 'function')
    return callback(value);
  if (isRejection)
    throw value;
  return value;
}

function then(onFulfilled, onRejected) {
  if (context.promises === null || !isPromise(this))
    return ReflectApply(baseThen, this, [onFulfilled, onRejected]);
  const reaction = new Reaction();
  const derived = ReflectApply(baseThen, this, [
    reaction.handler(onFulfilled, false), reaction.handler(onRejected, true),
  ]);
  if (isPromise(derived)) {
    reaction.promise = derived;
    reaction.identity = hooks.identities.get(derived) ?? track(derived, this);
  }
  return derived;
}

// ---- new Promise() and the static methods ----

// In place of Promise in `new Promise(executor)`.
function Tracked(executor) {
  if (typeof executor !== 'function')
    return new NativePromise(executor);     // throws
  let resolve, reject;
  const promise = new Followed((a, b) => {
    resolve = a;
    reject = b;
  });
  const { id } = track(promise);
  const once = settler(id);
  const rejects = once(reject);
  try {
    executor(once(resolve), rejects);
  } catch (error) {
    rejects(error);
  }
  return promise;
}

// Reports the first call of either function that settles a promise.
function settler(id) {
  let isSettled = false;
  return (how) => (value) => {
    if (!isSettled) {
      isSettled = true;
      emitResolve(id);
    }
    how(value);
  };
}

const COMBINATORS = ['all', 'allSettled', 'any', 'race', 'try'];

function trackResult(result, given) {
  if (context.promises !== null && result !== given && isPromise(result) &&
      !hooks.identities.has(result))
    return track(result);
  return undefined;
}

const settled = (original) => function(value) {
  const result = ReflectApply(original, this, [value]);
  const identity = trackResult(result, value);
  if (identity !== undefined)
    emitResolve(identity.id);
  return result;
};

const combined = (original) => function(...args) {
  const result = ReflectApply(original, this, args);
  trackResult(result);
  return result;
};

const withResolvers = (original) => function() {
  const result = ReflectApply(original, this, []);
  const identity = trackResult(result.promise);
  if (identity !== undefined) {
    const once = settler(identity.id);
    result.resolve = once(result.resolve);
    result.reject = once(result.reject);
  }
  return result;
};

// ---- await ----

// Takes the place of the frame in the variable of a waiting async function (async_context/awaits).
class Slot {
  constructor(frame) {
    this.frame = frame;
    this.promise = undefined;
    this.identity = undefined;
  }

  // Called when an async function resumes: nothing else is on the stack.
  resume() {
    const { frame, identity, promise } = this;
    hooks.endLoose();
    enter(frame);
    if (identity !== undefined && context.resources !== null)
      hooks.beginLoose(identity.id, identity.trigger, promise);
  }
}

const pending = () => {};

function awaits(value, slot) {
  let awaited = value;
  if (!isPromise(value)) {
    awaited = ReflectApply(nativeResolve, NativePromise, [value]);
    emitResolve(track(awaited).id);
  }
  slot.promise = new NativePromise(pending);
  slot.identity = track(slot.promise, awaited);
  return awaited;
}

const ACCESSOR = {
  __proto__: null, configurable: true, enumerable: true,
  get: () => new Slot(context.frame),
  set() {},
};

// ---- What is older than the hook ----

// Begins a callback of a then() call that was made before the hook was enabled. Functions that were
// waiting at an `await` then have no events, as in Node.
function beginOld(promise) {
  if (!isPromise(promise))
    return;
  const { id, trigger } = hooks.identityOf(promise);
  hooks.beginJob(id, trigger, promise);
}

function endOld(promise) {
  if (!isPromise(promise))
    return;
  emitResolve(hooks.identityOf(promise).id);
  hooks.end();
}

// ---- Replacing ----

let replaced = new SafeArray();     // { object, name, mine, original }

// What a function is replaced by is a value; accessors of the program stay.
function functionOf(object, name) {
  let descriptor = ObjectGetOwnPropertyDescriptor(object, name);
  if (descriptor === undefined || !descriptor.configurable)
    return undefined;
  if (!ObjectHasOwn(descriptor, 'value')) {
    try {
      void object[name];     // Promise.any() is loaded now
    } catch {
      return undefined;
    }
    descriptor = ObjectGetOwnPropertyDescriptor(object, name);
  }
  return ObjectHasOwn(descriptor, 'value') ? descriptor.value : undefined;
}

function replace(object, name, make) {
  const original = functionOf(object, name);
  if (original === undefined)
    return;
  const mine = make(original);
  ObjectDefineProperty(mine, 'name', { __proto__: null, value: name, configurable: true });
  ObjectDefineProperty(mine, 'length', {
    __proto__: null, value: original.length, configurable: true,
  });
  replaced.push({ __proto__: null, object, name, mine, original });
  define(object, name, mine);
}

function define(object, name, value) {
  ObjectDefineProperty(object, name, {
    __proto__: null, value, writable: true, enumerable: false, configurable: true,
  });
}

function install() {
  followPromises();      // what it replaces stays below
  replace(prototype, 'then', (original) => {
    baseThen = original;
    return { then }.then;
  });
  replace(NativePromise, 'resolve', settled);
  replace(NativePromise, 'reject', settled);
  replace(NativePromise, 'withResolvers', withResolvers);
  for (let i = 0; i < COMBINATORS.length; i++)
    replace(NativePromise, COMBINATORS[i], combined);
  ObjectDefineProperty(context, 'g', ACCESSOR);
  context.promises = { __proto__: null, awaits, beginOld, endOld };
  context.Promise = Tracked;
}

// A function that the program has replaced since is not restored.
function uninstall() {
  context.promises = null;
  context.Promise = Followed;
  for (let i = 0; i < replaced.length; i++) {
    const { object, name, mine, original } = replaced[i];
    if (object[name] === mine)
      define(object, name, original);
  }
  replaced = new SafeArray();
  ObjectDefineProperty(context, 'g', {
    __proto__: null, configurable: true, enumerable: true, writable: true,
    value: context.frame === undefined ? null : context.frame,
  });
}

// `events` are those that the enabled hooks want of promises; 0: none.
function listen(events) {
  wanted = events;
  if (events !== 0 && context.promises === null)
    install();
  else if (events === 0 && context.promises !== null)
    uninstall();
}

module.exports = { listen };
