'use strict';
// node:util: names and argument checks. Each larger part is a file of its own, loaded by its first
// call.

const { ReflectApply: apply } = primordials;
const util = require('internal/util');
const errors = require('internal/errors');
const validators = require('internal/validators');
const { inspect } = require('internal/util/inspect');

const lazyFormat = () => require('internal/util/inspect/format');

function format(...args) {
  return lazyFormat().formatArgs(undefined, args);
}

function formatWithOptions(inspectOptions, ...args) {
  return lazyFormat().formatWithOptions(inspectOptions, ...args);
}

function stripVTControlCharacters(str) {
  return require('internal/util/inspect/width').stripVTControlCharacters(str);
}

// Own code calls the functions of internal/errors; these keep themselves out of the stack.
function withoutFrame(name, make) {
  const fn = { [name](...args) {
    const error = make(...args);
    Error.captureStackTrace(error, fn);
    return error;
  } }[name];
  return fn;
}

function _extend(target, source) {
  if (source === null || typeof source !== 'object')
    return target;
  for (const key of Object.keys(source))
    target[key] = source[key];
  return target;
}

// A rejection with `null` or the like would look like success.
function fail(reason, done) {
  if (!reason) {
    reason = new errors.codes.ERR_FALSY_VALUE_REJECTION(reason);
    Error.captureStackTrace(reason, fail);
  }
  done(reason);
}

function callbackify(original) {
  validators.validateFunction(original, 'original');
  function callbackified(...args) {
    const callback = args.pop();
    validators.validateFunction(callback, 'last argument');
    const done = callback.bind(this);    // no frame of ours in its stacks
    const promise = apply(original, this, args);
    const { then } = promise;
    const fulfilled = (value) => { process.nextTick(done, null, value); };
    const rejected = (reason) => { process.nextTick(fail, reason, done); };
    apply(then, promise, [fulfilled, rejected]);
  }
  const descriptors = Object.getOwnPropertyDescriptors(original);
  // A name or length that was replaced by something else is left as it is.
  if (typeof descriptors.length.value === 'number')
    descriptors.length.value++;
  if (typeof descriptors.name.value === 'string')
    descriptors.name.value += 'Callbackified';
  for (const key of Reflect.ownKeys(descriptors))
    Object.setPrototypeOf(descriptors[key], null);
  Object.defineProperties(callbackified, descriptors);
  return callbackified;
}

function convertProcessSignalToExitCode(signalCode) {
  const { signals } = require('os').constants;
  validators.validateOneOf(signalCode, 'signalCode', Object.keys(signals));
  return 128 + signals[signalCode];
}

function checkErrno(err) {
  validators.validateNumber(err, 'err');
  if (err >= 0 || !Number.isSafeInteger(err))
    throw new errors.codes.ERR_OUT_OF_RANGE('err', 'a negative integer', err);
}

function getSystemErrorName(err) {
  checkErrno(err);
  return util.getSystemErrorName(err);
}

function getSystemErrorMessage(err) {
  checkErrno(err);
  return util.getSystemErrorMessage(err);
}

function getSystemErrorMap() {
  return util.getSystemErrorMap();
}

function inherits(ctor, superCtor) {
  const { ERR_INVALID_ARG_TYPE } = errors.codes;
  if (ctor === undefined || ctor === null)
    throw new ERR_INVALID_ARG_TYPE('ctor', 'Function', ctor);
  if (superCtor === undefined || superCtor === null)
    throw new ERR_INVALID_ARG_TYPE('superCtor', 'Function', superCtor);
  if (superCtor.prototype === undefined)
    throw new ERR_INVALID_ARG_TYPE('superCtor.prototype', 'Object', superCtor.prototype);
  Object.defineProperty(ctor, 'super_',
      { __proto__: null, value: superCtor, writable: true, configurable: true });
  Object.setPrototypeOf(ctor.prototype, superCtor.prototype);
}

function isDeepStrictEqual(a, b, options) {
  return require('internal/util/comparisons').isDeepStrictEqual(a, b, options);
}

function markPromiseAsHandled(promise) {
  if (!require('internal/util/types').isPromise(promise))
    throw new errors.codes.ERR_INVALID_ARG_TYPE('promise', 'Promise', promise);
  primordials.PromisePrototypeThen(promise, undefined, () => {});
}

function debuglog(set, cb) {
  return require('internal/util/debuglog').debuglog(set, cb);
}

function styleText(format, text, options) {
  return require('internal/util/style').styleText(format, text, options);
}

function getCallSites(frameCount = 10, options) {
  return require('internal/util/call_sites').getCallSites(frameCount, options, getCallSites);
}

function parseEnv(content) {
  validators.validateString(content, 'content');
  return require('internal/util/parse_env').parseEnv(content);
}

function parseArgs(config = util.kEmptyObject) {
  return require('internal/util/parse_args').parseArgs(config);
}

function diff(actual, expected) {
  return require('internal/util/diff').diff(actual, expected);
}

function setTraceSigInt(enable) {
  validators.validateBoolean(enable, 'enable');
}

module.exports = {
  _errnoException: withoutFrame('_errnoException', (...args) => new errors.ErrnoException(...args)),
  _exceptionWithHostPort: withoutFrame('_exceptionWithHostPort',
      (...args) => new errors.ExceptionWithHostPort(...args)),
  _extend: util.deprecate(_extend,
      'The `util._extend` API is deprecated. Please use Object.assign() instead.',
                          'DEP0060'),
  callbackify,
  convertProcessSignalToExitCode,
  debug: debuglog,
  debuglog,
  deprecate: util.deprecate,
  format,
  styleText,
  formatWithOptions,
  getCallSites,
  getSystemErrorMap,
  getSystemErrorName,
  getSystemErrorMessage,
  inherits,
  inspect,
  isArray: util.deprecate(Array.isArray,
                          'The `util.isArray` API is deprecated. Please use `Array.isArray()` instead.', 'DEP0044'),
  isDeepStrictEqual,
  markPromiseAsHandled,
  promisify: util.promisify,
  stripVTControlCharacters,
  toUSVString: util.toUSVString,
  transferableAbortSignal: undefined,
  transferableAbortController: undefined,
  aborted: undefined,
  types: require('internal/util/types'),
  parseEnv,
  parseArgs,
  TextDecoder: undefined,
  TextEncoder: undefined,
  MIMEType: undefined,
  MIMEParams: undefined,
  diff,
  setTraceSigInt,
};

// The keys stand where Node has them; the values come when they are asked for.
util.defineLazyProperties(module.exports, 'internal/abort_controller',
                          ['transferableAbortSignal', 'transferableAbortController', 'aborted']);
util.defineLazyProperties(module.exports, 'internal/encoding', ['TextDecoder', 'TextEncoder']);
util.defineLazyProperties(module.exports, 'internal/mime', ['MIMEType', 'MIMEParams']);
