'use strict';
// Small globals that do not deserve a module of their own, each made when first used.

const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');

const { PromisePrototypeThen } = primordials;
const { raise } = require('internal/process/fatal');
const settled = Promise.resolve();

// The queue of promise jobs. A throw in a microtask is an uncaught exception, not a rejection.
function queueMicrotask(callback) {
  if (typeof callback !== 'function')
    throw new ERR_INVALID_ARG_TYPE('callback', 'Function', callback);
  PromisePrototypeThen(settled, () => {
    try {
      callback();
    } catch (error) {
      raise(error);
    }
  });
}

module.exports = {
  queueMicrotask,
  get structuredClone() { return require('internal/structured_clone').structuredClone; },
  get atob() { return require('buffer').atob; },
  get btoa() { return require('buffer').btoa; },
  get performance() { return require('internal/performance').performance; },
  get crypto() { return require('crypto').webcrypto; },
};
