'use strict';
// Promise.any(): replaces the engine's, which rejects with an error without a message. It follows
// the steps of the language's specification, so that it takes as many jobs. Loaded when a program
// first reads it.

const { setOwnProperty } = require('internal/util');
const {
  AggregateError, ObjectDefineProperty, ReflectApply, SymbolIterator,
} = primordials;

const MESSAGE = 'All promises were rejected';
// The constructor goes through its list by the iterator of arrays, which a program may replace.
const NOTHING = {
  __proto__: null,
  [SymbolIterator]: () => ({ __proto__: null, next: () => ({ __proto__: null, done: true }) }),
};

function errorOf(errors) {
  const error = new AggregateError(NOTHING, MESSAGE);
  const hidden = (value) => ({
    __proto__: null, value, writable: true, enumerable: false, configurable: true,
  });
  ObjectDefineProperty(error, 'errors', hidden(errors));
  ObjectDefineProperty(error, 'stack', hidden(`AggregateError: ${MESSAGE}`));
  return error;
}

// A promise of the class that any() was called on, and its functions.
function capabilityOf(Type) {
  let resolve, reject;
  if (typeof Type !== 'function')
    throw new primordials.TypeError('Promise.any called on non-object');
  const promise = new Type((a, b) => {
    if (resolve !== undefined || reject !== undefined)
      throw new primordials.TypeError('Promise executor has already been invoked');
    resolve = a;
    reject = b;
  });
  if (typeof resolve !== 'function' || typeof reject !== 'function')
    throw new primordials.TypeError('Promise resolve or reject function is not callable');
  return { __proto__: null, promise, resolve, reject };
}

// A primitive that is no iterable, as V8 names it.
function checkIterable(value) {
  const type = typeof value;
  if (type === 'string' || type === 'function' || (type === 'object' && value !== null))
    return;
  const isShown = value === null || type === 'number' || type === 'boolean';
  const name = isShown ? `${type} ${value}` : type;
  throw new primordials.TypeError(
    `${name} is not iterable (cannot read property Symbol(Symbol.iterator))`);
}

function collect(Type, iterable, { resolve, reject }) {
  const toPromise = Type.resolve;
  if (typeof toPromise !== 'function')
    throw new primordials.TypeError('Promise resolve or reject function is not callable');
  const errors = [];
  let waiting = 1;
  let count = 0;
  const rejected = () => {
    if (--waiting === 0)
      reject(errorOf(errors));
  };
  checkIterable(iterable);
  // lint-ok: array-iteration the program's iterable
  for (const value of iterable) {
    const index = count++;
    setOwnProperty(errors, index, undefined);
    let called = false;
    waiting++;
    const next = ReflectApply(toPromise, Type, [value]);
    next.then(resolve, (reason) => {
      if (called)
        return;
      called = true;
      setOwnProperty(errors, index, reason);
      rejected();
    });
  }
  rejected();
}

const { any } = {
  any(iterable) {
    const capability = capabilityOf(this);
    try {
      collect(this, iterable, capability);
    } catch (error) {
      capability.reject(error);
    }
    return capability.promise;
  },
};

module.exports = { any };
