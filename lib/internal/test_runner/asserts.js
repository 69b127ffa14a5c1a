'use strict';
// t.assert: the functions of node:assert and those that a program registers. t.plan() counts calls.

const { ArrayPrototypeIncludes, ObjectKeys, ReflectApply, SafeMap } = primordials;
const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
const { validateFunction, validateString } = require('internal/validators');

const LEFT_OUT = ['AssertionError', 'Assert', 'CallTracker', 'strict'];
const added = new SafeMap();

function assertsFor(context, count) {
  const assert = require('assert');
  const result = { __proto__: null };
  const define = (name, fn, self) => {
    result[name] = (...args) => {
      count();
      return ReflectApply(fn, self, args);
    };
  };
  const names = ObjectKeys(assert);
  for (let i = 0; i < names.length; i++) {
    const name = names[i];
    if (typeof assert[name] === 'function' && !ArrayPrototypeIncludes.call(LEFT_OUT, name))
      define(name, assert[name], assert);
  }
  added.forEach((fn, name) => define(name, fn, context));
  return result;
}

function register(name, fn) {
  validateString(name, 'name');
  if (typeof fn !== 'function')
    throw new ERR_INVALID_ARG_TYPE('fn', 'Function', fn);
  validateFunction(fn, 'fn');
  added.set(name, fn);
}

module.exports = { assertsFor, register };
