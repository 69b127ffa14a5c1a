'use strict';
// The functions that inserted texts call (src/runtime/modules/awaits.h), so that an async function
// continues in its own async context after each `await`.
//
// (1) `slot` is a variable of the waiting function: undefined while it runs; while it waits, the
//     frame to return to, or null for none (context.g).
// (2) Nothing here adds a job: `await e` takes as many jobs as without the calls, because values
//     are passed on unchanged.
// (3) The engine calls thenables and awaits inside of async generators by itself, where no text can
//     be inserted. For those, and only once there may be a store, an object of ours replaces the
//     thenable, and a reaction that enters the frame is added right before that of the engine: the
//     two run one after the other.

const { context, enter } = require('internal/async_context');
const { insertAwaits } = internalBinding('script');
const { ObjectDefineProperty, ObjectGetPrototypeOf, ObjectHasOwn, ObjectIsFrozen,
        Promise: NativePromise, PromisePrototypeThen: nativeThen, PromiseReject: nativeReject,
        PromiseResolve: nativeResolve, ReflectApply, SymbolAsyncIterator, SymbolIterator } =
  primordials;

const { prototype } = NativePromise;
const ObjectPrototype = ObjectGetPrototypeOf({});

// A slot that async hooks made begins an execution (async_hooks/promises).
const enterSlot = (slot) => {
  if (slot !== null && slot.resume !== undefined)
    slot.resume();
  else
    enter(slot === null ? undefined : slot);
};

// Behind `await`.
function r(value, slot) {
  if (slot !== context.g)
    enterSlot(slot);
  return value;
}

// Where a catch or finally block, or the body of a for await begins, and behind the loop.
function k(slot) {
  if (slot !== undefined && slot !== context.g)
    enterSlot(slot);
  return undefined;
}

const isObject = (value) =>
  (typeof value === 'object' ? value !== null : typeof value === 'function');

// What an async function returns.
function q(value) {
  return isObject(value) && context.follows ? standIn(value) : value;
}

// The operand of `await`.
function w(value, slot) {
  return context.promises === null ? q(value) : context.promises.awaits(q(value), slot);
}

// An async function ends with an error.
function x(error, slot) {
  if (context.follows) {
    k(slot);
    context.rejects(error);
  }
  return error;
}

// ---- Thenables ----

// A plain promise of another global object: its then() is the engine's own. Awaited by a function
// of that one it is like any promise, and nothing may stand for it.
const isPromise = (value) => require('internal/util/types').isPromise(value);
const isForeign = (value, kind) => kind !== null && kind !== ObjectPrototype && isPromise(value) &&
  ObjectGetPrototypeOf(ObjectGetPrototypeOf(kind)) === null;

// The engine calls then() of such an object in a job of its own. Most values are plain promises;
// the handling of others is out of line, so that this test is compiled into the functions that
// wait.
const standIn = (value) =>
  (ObjectGetPrototypeOf(value) === prototype ? value : standInForOther(value));

function standInForOther(value) {
  if (isForeign(value, ObjectGetPrototypeOf(value)))
    return value;
  const { frame } = context;
  let then;
  try {
    ({ then } = value);
  } catch (error) {
    return { __proto__: null, get then() { throw error; } };
  }
  if (typeof then !== 'function')
    return value;
  return {
    __proto__: null,
    then(onFulfilled, onRejected) {
      enter(frame);
      return ReflectApply(then, value, [onFulfilled, onRejected]);
    },
  };
}

// ---- Async generators ----

const promiseOf = (value) =>
  ReflectApply(nativeResolve, NativePromise, [isObject(value) ? standIn(value) : value]);

// Who waits for the promise next, right after this, goes on in the present frame.
function neighbour(promise) {
  const { frame } = context;
  const back = () => { enter(frame); };
  ReflectApply(nativeThen, promise, [back, back]);
  return promise;
}

// The operands of `yield` and `return` in an async generator.
const y = (value) => (context.follows ? neighbour(promiseOf(value)) : value);

// The argument of return(). It may wait until earlier requests are served; the engine reads the
// constructor of a promise only when it begins to await it.
function awaitedLater(value) {
  if (isObject(value) && ObjectGetPrototypeOf(value) === prototype)
    return neighbour(value);
  const promise = promiseOf(value);
  ObjectDefineProperty(promise, 'constructor', {
    __proto__: null, configurable: true, enumerable: false,
    get() {
      delete promise.constructor;
      neighbour(promise);
      return NativePromise;
    },
  });
  return promise;
}

// In place of the iterator of a `yield*`.
class Delegate {
  method;     // an own property, whatever Object.prototype has

  constructor(iterator) {
    this.iterator = iterator;
    this.method = iterator.next;
  }

  [SymbolAsyncIterator]() { return this; }
  next(value) { return this.give(this.method, value); }
  get return() { return this.methodFor('return'); }
  get throw() { return this.methodFor('throw'); }

  methodFor(name) {
    const method = this.iterator[name];
    return method === undefined || method === null ? method : (value) => this.give(method, value);
  }

  give(method, value) { return delegated(promiseOf(ReflectApply(method, this.iterator, [value]))); }
}

// The same for an iterator that is not asynchronous.
class SyncDelegate extends Delegate {
  constructor(iterator) { super(iterator); }

  give(method, value) { return delegated(awaitValue(this.iterator, method, [value])); }
}

// Handles a promise of a result. The engine awaits the result, then its value. The value is
// replaced by a promise, in a new result object.
function delegated(promise) {
  const { frame } = context;
  const back = (result) => {
    enter(frame);
    if (isFresh(result))
      result.value = y(result.value);
  };
  ReflectApply(nativeThen, promise, [back, () => { enter(frame); }]);
  return promise;
}

const isFresh = (result) => isObject(result) && ObjectGetPrototypeOf(result) === ObjectPrototype &&
  result.done === false && ObjectHasOwn(result, 'value') && !ObjectIsFrozen(result);

// The operand of `yield*` in an async generator.
function d(iterable) {
  return context.follows ? goThrough(iterable, Delegate, SyncDelegate) : iterable;
}

// ---- for await ----

// `set(slot)` sets the variable of the function that waits for this loop.
class Loop {
  method;     // own properties, whatever Object.prototype has
  set;

  constructor(iterator, set) {
    this.iterator = iterator;
    this.method = iterator.next;
    this.set = set;
  }

  next() {
    const result = ReflectApply(this.method, this.iterator, []);
    this.set(context.g);
    return result;
  }

  get return() {
    const method = this.iterator.return;
    if (method === undefined || method === null)
      return method;
    return () => closed(ReflectApply(method, this.iterator, []), this.set);
  }
}

// The engine awaits the result of return(). A labelled jump may lead to a place without an inserted
// text, so the frame is entered right before the function continues.
function closed(result, set) {
  if (context.follows)
    return neighbour(promiseOf(result));
  set(context.g);
  return result;
}

class AsyncLoop extends Loop {
  constructor(iterator, set) { super(iterator, set); }

  [SymbolAsyncIterator]() { return this; }
}

class SyncLoop extends AsyncLoop {
  constructor(iterator, set) { super(iterator, set); }

  next() {
    const result = awaitValue(this.iterator, this.method, []);
    this.set(context.g);
    return result;
  }
}

// Converts a result of a synchronous iterator to one of an asynchronous one: a promise of a result
// with the settled value. If the value is rejected, the iterator is closed.
function awaitValue(iterator, method, args) {
  let done, value;
  try {
    ({ done, value } = ReflectApply(method, iterator, args));
    value = ReflectApply(nativeResolve, NativePromise, [isObject(value) ? w(value) : value]);
  } catch (error) {
    return ReflectApply(nativeReject, NativePromise, [error]);
  }
  const close = (error) => {
    if (!done) {
      try {
        iterator.return?.();
      } catch {
        // The first error counts.
      }
    }
    throw error;
  };
  return ReflectApply(nativeThen, value, [(settled) => ({ value: settled, done: !!done }), close]);
}

// What a for await goes through.
const i = (iterable, set) => goThrough(iterable, AsyncLoop, SyncLoop, set);

// What cannot be gone through is the engine's to refuse.
function goThrough(iterable, Async, Sync, set) {
  if (iterable === undefined || iterable === null)
    return iterable;
  const method = iterable[SymbolAsyncIterator];
  if (typeof method === 'function')
    return iteratorOf(iterable, method, Async, set);
  if (method !== undefined && method !== null)
    return iterable;
  const plain = iterable[SymbolIterator];
  return typeof plain === 'function' ? iteratorOf(iterable, plain, Sync, set) : iterable;
}

function iteratorOf(iterable, method, Type, set) {
  const iterator = ReflectApply(method, iterable, []);
  if (!isObject(iterator))
    return { __proto__: null, [SymbolAsyncIterator]: () => iterator };
  return new Type(iterator, set);
}

// The class in `new Promise()`.
const p = (Type) => (Type === NativePromise ? context.Promise : Type);

// The text of a direct eval().
const v = (text) => (typeof text === 'string' ? insertAwaits(text) : text);

require('internal/async_context/source_text').replaceToString();

module.exports = { r, w, c: context, k, x, q, z: y, y, d, i, p, v, awaitedLater, standIn };
