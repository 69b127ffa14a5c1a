'use strict';
// t.assert: the functions of node:assert, each call counted for t.plan(), and those a program adds.

const { codes: { ERR_INVALID_ARG_TYPE } } = require('internal/errors');
const { validateFunction, validateString } = require('internal/validators');

const LEFT_OUT = ['AssertionError', 'Assert', 'CallTracker', 'strict'];
const added = new Map();

function assertsFor(context, count) {
  const assert = require('assert');
  const result = { __proto__: null };
  const define = (name, fn, self) => {
    result[name] = (...args) => {
      count();
      return Reflect.apply(fn, self, args);
    };
  };
  for (const name of Object.keys(assert)) {
    if (typeof assert[name] === 'function' && !LEFT_OUT.includes(name))
      define(name, assert[name], assert);
  }
  for (const [name, fn] of added)
    define(name, fn, context);
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
