'use strict';
// Small globals that do not deserve a module of their own, each made when first used.

const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');

const { PromisePrototypeThen } = primordials;
const { context, enter } = require('internal/async_context');
const { raise } = require('internal/process/fatal');
const settled = (async () => {})();   // the engine's, whoever has replaced Promise

// The queue of promise jobs. A throw in a microtask is an uncaught exception, not a rejection.
function queueMicrotask(callback) {
  if (typeof callback !== 'function')
    throw new ERR_INVALID_ARG_TYPE('callback', 'Function', callback);
  const { frame, made } = context;
  if (made !== null)
    callback = made('Microtask', {}, callback);
  PromisePrototypeThen(settled, () => {
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
  });
}

// There is no HTTP yet: a call fails as an unreachable host would, and says why.
async function fetch(input, init = undefined) {
  const { codes: { ERR_FEATURE_UNAVAILABLE_ON_PLATFORM } } = require('internal/errors');
  throw new TypeError('fetch failed', { cause: new ERR_FEATURE_UNAVAILABLE_ON_PLATFORM('fetch') });
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
