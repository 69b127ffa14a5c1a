'use strict';
// throws(), rejects() and their opposites: does what was thrown meet what was asked for?
// All functions take an `operator`, the public function: its name goes into the error, and the
// stack begins at its caller.

const { codes } = require('internal/errors');
const { adopt, isInstance } = require('internal/error_stack');
const { validateFunction } = require('internal/validators');
const { inspect } = require('internal/util/inspect');
const { isDeepStrictEqual } = require('internal/util/comparisons');
const AssertionError = require('internal/assert/assertion_error');
const { isRegExp, isNativeError, isPromise } = require('internal/util/types');

const {
  ArrayPrototypeToSpliced, ObjectKeys, ObjectPrototypeIsPrototypeOf, ReflectApply,
  RegExpPrototypeExec, String, Symbol,
} = primordials;
const { setOwnProperty } = require('internal/util');
const test = (pattern, text) => RegExpPrototypeExec.call(pattern, text) !== null;
const NOTHING = Symbol('nothing thrown');
const isError = (value) => isNativeError(value) || isInstance(value);
const isErrorClass = (value) => ObjectPrototypeIsPrototypeOf.call(primordials.Error, value);
const isAsync = (operator) => operator.name === 'rejects' || operator.name === 'doesNotReject';

function matches(pattern, text) {
  pattern.lastIndex = 0;
  return test(pattern, text);
}

// An async function that goes on is the outermost frame there is: it stays, as a hint.
const stackStart = (operator) => {
  if (!isAsync(operator))
    return operator;
  return operator.name === 'rejects' ? expectError : expectNoError;
};

function fail(operator, options, self, generated) {
  const error = new AssertionError({
    __proto__: null, operator: operator.name, stackStartFn: stackStart(operator), diff: self?.diff,
    ...options,
  });
  if (generated !== undefined)
    error.generatedMessage = generated;
  throw error;
}

// What fn throws, or NOTHING.
function attempt(fn) {
  validateFunction(fn, 'fn');
  try {
    fn();
  } catch (error) {
    return adopt(error);
  }
  return NOTHING;
}

const isPromiseLike = (value) => isPromise(value) ||
  (value !== null && typeof value === 'object' &&
   typeof value.then === 'function' && typeof value.catch === 'function');

async function attemptAsync(promiseFn) {
  let promise = promiseFn;
  if (typeof promiseFn === 'function') {
    promise = promiseFn();
    if (!isPromiseLike(promise))
      throw new codes.ERR_INVALID_RETURN_VALUE('instance of Promise', 'promiseFn', promise);
  } else if (!isPromiseLike(promise)) {
    throw new codes.ERR_INVALID_ARG_TYPE('promiseFn', ['Function', 'Promise'], promise);
  }
  try {
    await promise;
  } catch (error) {
    return adopt(error);
  }
  return NOTHING;
}

// The two optional arguments: a lone string is the message, and must not look like the error.
function readArguments(actual, args) {
  const expected = args.length > 0 ? args[0] : undefined;
  const message = args.length > 1 ? args[1] : undefined;
  if (typeof expected === 'string') {
    if (args.length === 2)
      throw new codes.ERR_INVALID_ARG_TYPE('error', ['Function', 'Error', 'RegExp', 'Object'],
        expected);
    if (typeof actual === 'object' && actual !== null) {
      if (actual.message === expected)
        throw new codes.ERR_AMBIGUOUS_ARGUMENT('error/message',
          `The error message "${actual.message}" is identical to the message.`);
    } else if (actual === expected) {
      throw new codes.ERR_AMBIGUOUS_ARGUMENT('error/message',
        `The error "${actual}" is identical to the message.`);
    }
    return { __proto__: null, expected: undefined, message: expected };
  }
  if (expected != null && typeof expected !== 'object' && typeof expected !== 'function')
    throw new codes.ERR_INVALID_ARG_TYPE('error', ['Function', 'Error', 'RegExp', 'Object'],
      expected);
  return { __proto__: null, expected, message };
}

function expectError(operator, actual, args, self) {
  const { expected, message } = readArguments(actual, args);
  if (actual === NOTHING) {
    const kind = isAsync(operator) ? 'rejection' : 'exception';
    const name = expected?.name ? ` (${expected.name})` : '';
    fail(operator, {
      actual: undefined, expected,
      message: `Missing expected ${kind}${name}${message ? `: ${message}` : '.'}`,
    }, self);
  }
  if (!expected)
    return;
  if (typeof expected === 'function')
    meetFunction(operator, actual, expected, message, self);
  else if (isRegExp(expected))
    meetPattern(operator, actual, expected, message, self);
  else
    meetShape(operator, actual, expected, message, self);
}

function meetPattern(operator, actual, expected, message, self) {
  const input = String(actual);
  if (matches(expected, input))
    return;
  const text = message || `The input did not match the regular expression ${inspect(expected)}. ` +
    `Input:\n\n${inspect(input)}\n`;
  fail(operator, { actual, expected, message: text }, self, !message);
}

function meetFunction(operator, actual, expected, message, self) {
  if (expected.prototype !== undefined && actual instanceof expected)
    return;
  let text;
  if (isErrorClass(expected)) {
    text = wrongClass(actual, expected);
  } else {
    const result = ReflectApply(expected, {}, [actual]);
    if (result === true)
      return;
    text = wrongAnswer(actual, expected, result);
  }
  fail(operator, { actual, expected, message: message || text }, self, !message);
}

function wrongClass(actual, expected) {
  const text = `The error is expected to be an instance of "${expected.name}". Received `;
  if (!isError(actual))
    return `${text}"${inspect(actual, { __proto__: null, depth: -1 })}"`;
  const { name } = actual.constructor ?? {};
  const received = name === expected.name
    ? 'an error with identical name but a different prototype.' : `"${name}"`;
  return `${text}${received}\n\nError message:\n\n${actual.message}`;
}

function wrongAnswer(actual, validate, result) {
  const name = validate.name ? `"${validate.name}" ` : '';
  const text = `The ${name}validation function is expected to return "true". ` +
    `Received ${inspect(result)}`;
  return isError(actual) ? `${text}\n\nCaught error:\n\n${actual}` : text;
}

// Only the keys that count, so that the diff shows these and nothing else.
class Comparison {
  constructor(source, keys, other) {
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i];
      if (!(key in source))
        continue;
      const value = source[key];
      setOwnProperty(this, key, other !== undefined && typeof other[key] === 'string' &&
        isRegExp(value) && matches(value, other[key]) ? other[key] : value);
    }
  }
}

function meetShape(operator, actual, expected, message, self) {
  if ((typeof actual !== 'object' || actual === null) && typeof actual !== 'function')
    wrongShape(operator, { __proto__: null, actual, expected, message }, self);
  let keys = ObjectKeys(expected);
  if (isInstance(expected))
    keys = ArrayPrototypeToSpliced.call(keys, keys.length, 0, 'name', 'message');
  else if (keys.length === 0)
    throw new codes.ERR_INVALID_ARG_VALUE('error', expected, 'may not be an empty object');
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i];
    const wanted = expected[key];
    if (typeof actual[key] === 'string' && isRegExp(wanted) && matches(wanted, actual[key]))
      continue;
    if (!(key in actual) || !isDeepStrictEqual(actual[key], wanted))
      wrongKeys(operator, actual, expected, keys, message, self);
  }
}

// The text are those of a deep comparison; the error is that of the public function.
function wrongShape(operator, { actual, expected, message }, self, shown = [actual, expected]) {
  const error = new AssertionError({
    __proto__: null, actual: shown[0], expected: shown[1], message,
    operator: 'deepStrictEqual', stackStartFn: stackStart(operator), diff: self?.diff,
  });
  error.actual = actual;
  error.expected = expected;
  error.operator = operator.name;
  throw error;
}

function wrongKeys(operator, actual, expected, keys, message, self) {
  if (message)
    fail(operator, { actual, expected, message }, self);
  wrongShape(operator, { __proto__: null, actual, expected }, self,
             [new Comparison(actual, keys), new Comparison(expected, keys, actual)]);
}

function isUnwanted(actual, expected) {
  if (typeof expected === 'function') {
    if (expected.prototype !== undefined && actual instanceof expected)
      return true;
    return !isErrorClass(expected) && ReflectApply(expected, {}, [actual]) === true;
  }
  if (!isRegExp(expected))
    throw new codes.ERR_INVALID_ARG_TYPE('expected', ['Function', 'RegExp'], expected);
  return matches(expected, String(actual));
}

function expectNoError(operator, actual, args, self) {
  if (actual === NOTHING)
    return;
  let expected = args.length > 0 ? args[0] : undefined;
  let message = args.length > 1 ? args[1] : undefined;
  if (typeof expected === 'string') {
    message = expected;
    expected = undefined;
  }
  if (expected && !isUnwanted(actual, expected))
    throw actual;
  const kind = isAsync(operator) ? 'rejection' : 'exception';
  fail(operator, {
    actual, expected,
    message: `Got unwanted ${kind}${message ? `: ${message}` : '.'}\n` +
      `Actual message: "${actual?.message}"`,
  }, self);
}

module.exports = { attempt, attemptAsync, expectError, expectNoError };
