'use strict';
// Assertions. What fails is rare and may be slow; what holds must be fast and load little: the
// error, its message, the diff and the deep comparison are loaded by the first call that needs
// them.
// (1) A message is the rest arguments: nothing, a text with printf arguments, an Error to throw, or
//     a function (actual, expected) that returns the text.
// (2) Functions work without `this`; as methods of an Assert they follow its options.

const {
  ArrayPrototypeIndexOf, ArrayPrototypeJoin, ObjectDefineProperty, ObjectIs: is,
  RegExpPrototypeExec, SafeArray, StringPrototypeIndexOf, StringPrototypeSlice,
  StringPrototypeSplit, Symbol,
} = primordials;
const { codes } = require('internal/errors');

const kOptions = Symbol('options');

const { assignOwn, setOwnProperty } = require('internal/util');
const lazyError = () => require('internal/assert/assertion_error');
const lazyThrows = () => require('internal/assert/throws');
const lazyComparisons = () => require('internal/util/comparisons');
const lazyInspect = () => require('internal/util/inspect').inspect;

const isError = (value) =>
  require('internal/error_stack').isInstance(value) ||
  require('internal/util/types').isNativeError(value);

// The text of a message, or undefined where the default one is wanted; throws a given error.
function resolveMessage(message, actual, expected) {
  const { 0: first } = message;
  const trailing = message.length > 1;
  if (typeof first === 'string')
    return trailing ?
      require('internal/util/inspect/format').formatArgs(undefined, message) : first;
  if (typeof first === 'function') {
    if (trailing)
      throw new codes.ERR_AMBIGUOUS_ARGUMENT('message',
        `The error message with function "${first.name || 'anonymous'}" has trailing arguments ` +
        'that would be ignored.');
    const text = first(actual, expected);
    return typeof text === 'string' ? text : undefined;
  }
  if (!isError(first))
    throw new codes.ERR_INVALID_ARG_TYPE('message', ['string', 'function'], first);
  if (trailing)
    throw new codes.ERR_AMBIGUOUS_ARGUMENT('message',
      `The error message was passed as error object "${first}" has trailing arguments ` +
      'that would be ignored.');
  throw first;
}

function failed(self, actual, expected, message, operator, stackStartFn) {
  const text = message.length > 0 ? resolveMessage(message, actual, expected) : undefined;
  const AssertionError = lazyError();
  throw new AssertionError({
    __proto__: null, actual, expected, message: text, operator, stackStartFn,
    diff: self?.[kOptions]?.diff,
  });
}

function needTwo(count) {
  if (count < 2)
    throw new codes.ERR_MISSING_ARGS('actual', 'expected');
}

// Without arguments args[0] would be what a program has set on a prototype.
const isFalsy = (args) => args.length === 0 || !args[0];

// slice() reads the species of an array.
function messageOf(args) {
  const message = new SafeArray();
  for (let i = 1; i < args.length; i++)
    message.push(args[i]);
  return message;
}

function notTruthy(self, fn, count, value, message) {
  const AssertionError = lazyError();
  let text;
  let generated = false;
  if (count === 0) {
    generated = true;
    text = 'No value argument passed to `assert.ok()`';
  } else if (message.length === 0 || message[0] == null) {
    generated = true;
    const expression = require('internal/assert/expression').callExpression(fn);
    text = `The expression evaluated to a falsy value:\n\n  ${expression ?? 'assert.ok(...)'}\n`;
  } else {
    text = resolveMessage(message, value, true);
  }
  const error = new AssertionError({
    __proto__: null, actual: value, expected: true, message: text, operator: '==', stackStartFn: fn,
    diff: self?.[kOptions]?.diff,
  });
  error.generatedMessage ||= generated;
  throw error;
}

function Assert(options) {
  if (!new.target)
    throw new codes.ERR_CONSTRUCT_CALL_REQUIRED('Assert');
  options = { __proto__: null, strict: true, skipPrototype: false, ...options };
  if (options.diff !== undefined)
    require('internal/validators').validateOneOf(options.diff, 'options.diff', ['simple', 'full']);
  setOwnProperty(this, 'AssertionError', lazyError());
  ObjectDefineProperty(this, kOptions, { __proto__: null, value: options, enumerable: false });
  if (options.strict) {
    setOwnProperty(this, 'equal', this.strictEqual);
    setOwnProperty(this, 'deepEqual', this.deepStrictEqual);
    setOwnProperty(this, 'notEqual', this.notStrictEqual);
    setOwnProperty(this, 'notDeepEqual', this.notDeepStrictEqual);
  }
}

const skipsPrototype = (self) => self?.[kOptions]?.skipPrototype;

const methods = {
  fail(message) {
    if (isError(message))
      throw message;
    const AssertionError = lazyError();
    const error = new AssertionError({
      __proto__: null, message: message === undefined ? 'Failed' : message, operator: 'fail',
      stackStartFn: methods.fail, diff: this?.[kOptions]?.diff,
    });
    error.generatedMessage ||= message === undefined;
    throw error;
  },

  ok(...args) {
    if (isFalsy(args))
      notTruthy(this, methods.ok, args.length, args[0], messageOf(args));
  },

  equal(actual, expected, ...message) {
    needTwo(arguments.length);
    // lint-ok: equality what the method is for
    if (actual != expected && (actual === actual || expected === expected))
      failed(this, actual, expected, message, '==', methods.equal);
  },

  notEqual(actual, expected, ...message) {
    needTwo(arguments.length);
    // lint-ok: equality what the method is for
    if (actual == expected || (actual !== actual && expected !== expected))
      failed(this, actual, expected, message, '!=', methods.notEqual);
  },

  deepEqual(actual, expected, ...message) {
    needTwo(arguments.length);
    if (!lazyComparisons().isDeepEqual(actual, expected))
      failed(this, actual, expected, message, 'deepEqual', methods.deepEqual);
  },

  notDeepEqual(actual, expected, ...message) {
    needTwo(arguments.length);
    if (lazyComparisons().isDeepEqual(actual, expected))
      failed(this, actual, expected, message, 'notDeepEqual', methods.notDeepEqual);
  },

  deepStrictEqual(actual, expected, ...message) {
    needTwo(arguments.length);
    if (!lazyComparisons().isDeepStrictEqual(actual, expected, skipsPrototype(this)))
      failed(this, actual, expected, message, 'deepStrictEqual', methods.deepStrictEqual);
  },

  notDeepStrictEqual(actual, expected, ...message) {
    needTwo(arguments.length);
    if (lazyComparisons().isDeepStrictEqual(actual, expected, skipsPrototype(this)))
      failed(this, actual, expected, message, 'notDeepStrictEqual', methods.notDeepStrictEqual);
  },

  strictEqual(actual, expected, ...message) {
    needTwo(arguments.length);
    if (!is(actual, expected))
      failed(this, actual, expected, message, 'strictEqual', methods.strictEqual);
  },

  notStrictEqual(actual, expected, ...message) {
    needTwo(arguments.length);
    if (is(actual, expected))
      failed(this, actual, expected, message, 'notStrictEqual', methods.notStrictEqual);
  },

  partialDeepStrictEqual(actual, expected, ...message) {
    needTwo(arguments.length);
    if (!lazyComparisons().isPartialStrictEqual(actual, expected))
      failed(this, actual, expected, message, 'partialDeepStrictEqual',
             methods.partialDeepStrictEqual);
  },

  throws(fn, ...args) {
    const { attempt, expectError } = lazyThrows();
    expectError(methods.throws, attempt(fn), args, this?.[kOptions]);
  },

  async rejects(promiseFn, ...args) {
    const { attemptAsync, expectError } = lazyThrows();
    expectError(methods.rejects, await attemptAsync(promiseFn), args, this?.[kOptions]);
  },

  doesNotThrow(fn, ...args) {
    const { attempt, expectNoError } = lazyThrows();
    expectNoError(methods.doesNotThrow, attempt(fn), args, this?.[kOptions]);
  },

  async doesNotReject(fn, ...args) {
    const { attemptAsync, expectNoError } = lazyThrows();
    expectNoError(methods.doesNotReject, await attemptAsync(fn), args, this?.[kOptions]);
  },

  ifError(err) {
    if (err !== null && err !== undefined)
      throw unwantedError(err, this?.[kOptions]?.diff);
  },

  match(string, regexp, ...message) {
    matching(this, string, regexp, message, methods.match, true);
  },

  doesNotMatch(string, regexp, ...message) {
    matching(this, string, regexp, message, methods.doesNotMatch, false);
  },
};

function matching(self, string, regexp, message, fn, wanted) {
  if (!require('internal/util/types').isRegExp(regexp))
    throw new codes.ERR_INVALID_ARG_TYPE('regexp', 'RegExp', regexp);
  if (typeof string === 'string' && (RegExpPrototypeExec.call(regexp, string) !== null) === wanted)
    return;
  const inspect = lazyInspect();
  let text;
  if (message.length > 0 && message[0] !== undefined)
    text = resolveMessage(message, string, regexp);
  else if (typeof string !== 'string')
    text = 'The "string" argument must be of type string. Received type ' +
      `${typeof string} (${inspect(string)})`;
  else
    text = `The input ${wanted ? 'did not' : 'was expected to not'} match the regular expression ` +
      `${inspect(regexp)}. Input:\n\n${inspect(string)}\n`;
  const AssertionError = lazyError();
  const error = new AssertionError({
    __proto__: null, actual: string, expected: regexp, message: text, operator: fn.name,
    stackStartFn: fn,
    diff: self?.[kOptions]?.diff,
  });
  error.generatedMessage = message.length === 0;
  throw error;
}

// How many frames of ours come before one that is also in theirs.
function firstShared(ours, theirs) {
  for (let i = 0; i < theirs.length; i++) {
    const at = ArrayPrototypeIndexOf.call(ours, theirs[i]);
    if (at !== -1)
      return at;
  }
  return ours.length;
}

// The stack has both places: where ifError() was called, and where its argument was made.
function unwantedError(err, diff) {
  let message = 'ifError got unwanted exception: ';
  if (typeof err === 'object' && typeof err.message === 'string')
    message += err.message.length === 0 && err.constructor ? err.constructor.name : err.message;
  else
    message += lazyInspect()(err);
  const AssertionError = lazyError();
  const error = new AssertionError({
    __proto__: null, actual: err, expected: null, operator: 'ifError', message,
    stackStartFn: methods.ifError, diff,
  });
  const { stack } = err;
  const begin = typeof stack === 'string' ? StringPrototypeIndexOf.call(stack, '\n    at') : -1;
  if (begin !== -1) {
    const theirs = StringPrototypeSplit.call(StringPrototypeSlice.call(stack, begin + 1), '\n');
    const ours = StringPrototypeSplit.call(error.stack, '\n');
    ours.length = firstShared(ours, theirs);
    const above = ArrayPrototypeJoin.call(ours, '\n');
    error.stack = `${above}\n${ArrayPrototypeJoin.call(theirs, '\n')}`;
  }
  return error;
}

assignOwn(Assert.prototype, methods);

function assert(...args) {
  if (isFalsy(args))
    notTruthy(this, assert, args.length, args[0], messageOf(args));
}

function strict(...args) {
  if (isFalsy(args))
    notTruthy(this, strict, args.length, args[0], messageOf(args));
}

// A value that is loaded on first use. Its descriptor is that of a plain property.
function lazyProperty(target, name, load) {
  const put = (value) => setOwnProperty(target, name, value);
  ObjectDefineProperty(target, name, {
    __proto__: null,
    get: () => put(load())[name],
    set: put,
    enumerable: true,
    configurable: true,
  });
}

const publicOrder = [
  'ok', 'fail', 'equal', 'notEqual', 'deepEqual', 'notDeepEqual', 'deepStrictEqual',
  'notDeepStrictEqual', 'strictEqual', 'notStrictEqual', 'partialDeepStrictEqual', 'match',
  'doesNotMatch', 'throws', 'rejects', 'doesNotThrow', 'doesNotReject', 'ifError',
];
function fill(target) {
  lazyProperty(target, 'AssertionError', lazyError);
  for (let i = 0; i < publicOrder.length; i++)
    setOwnProperty(target, publicOrder[i], methods[publicOrder[i]]);
}
fill(assert);
fill(strict);
setOwnProperty(assert, 'strict', strict);
setOwnProperty(assert, 'Assert', Assert);
setOwnProperty(strict, 'Assert', Assert);
setOwnProperty(strict, 'strict', strict);
setOwnProperty(strict, 'equal', methods.strictEqual);
setOwnProperty(strict, 'deepEqual', methods.deepStrictEqual);
setOwnProperty(strict, 'notEqual', methods.notStrictEqual);
setOwnProperty(strict, 'notDeepEqual', methods.notDeepStrictEqual);

module.exports = assert;
