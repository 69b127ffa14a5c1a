'use strict';
// Small globals that do not deserve a module of their own, each made when first used.

const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');

const { ReflectApply } = primordials;
const { Promise: SafePromise } = primordials.realm;
const { context, enter } = require('internal/async_context');
const { raise } = require('internal/process/fatal');
// A promise of the realm that no program reaches: then() reads the species of its constructor.
const settled = ReflectApply(SafePromise.resolve, SafePromise, []);
const { then } = SafePromise.prototype;

// The queue of promise jobs. A throw in a microtask is an uncaught exception, not a rejection.
function queueMicrotask(callback) {
  if (typeof callback !== 'function')
    throw new ERR_INVALID_ARG_TYPE('callback', 'Function', callback);
  const { frame, made } = context;
  if (made !== null)
    callback = made('Microtask', {}, callback);
  ReflectApply(then, settled, [() => {
    const outside = context.frame;
    if (outside !== frame)
      enter(frame);
    try {
      callback();
    } catch (error) {
      raise(error);
    }
    if (context.frame !== outside)
      enter(outside);
  }]);
}

function fetch(input, init = undefined) {
  return require('internal/fetch/fetch').fetch(input, init);
}

module.exports = {
  queueMicrotask,
  fetch,
  get structuredClone() { return require('internal/structured_clone').structuredClone; },
  get atob() { return require('buffer').atob; },
  get btoa() { return require('buffer').btoa; },
  get performance() { return require('internal/performance').performance; },
  get crypto() { return require('crypto').webcrypto; },
};
