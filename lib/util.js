'use strict';
// node:util: names and argument checks. Each larger part is a file of its own, loaded by its first
// call.

const {
  ArrayIsArray, ArrayPrototypePop, ErrorCaptureStackTrace, FunctionPrototypeBind,
  NumberIsSafeInteger, ObjectDefineProperties, ObjectDefineProperty,
  ObjectGetOwnPropertyDescriptors, ObjectKeys, ObjectSetPrototypeOf, ReflectApply, ReflectConstruct,
  ReflectOwnKeys,
} = primordials;
const util = require('internal/util');
const errors = require('internal/errors');
const validators = require('internal/validators');
const { inspect } = require('internal/util/inspect');

const lazyFormat = () => require('internal/util/inspect/format');

function format(...args) {
  return lazyFormat().formatArgs(undefined, args);
}

function formatWithOptions(inspectOptions, ...args) {
  validators.validateObject(inspectOptions, 'inspectOptions',
                            validators.kValidateObjectAllowArray);
  return args.length === 0 ? '' : lazyFormat().formatArgs(inspectOptions, args);
}

function stripVTControlCharacters(str) {
  return require('internal/util/inspect/width').stripVTControlCharacters(str);
}

// Own code calls the functions of internal/errors; these keep themselves out of the stack.
function withoutFrame(name, make) {
  const fn = { [name](...args) {
    const error = ReflectApply(make, undefined, args);
    ErrorCaptureStackTrace(error, fn);
    return error;
  } }[name];
  return fn;
}

function _extend(target, source) {
  if (source === null || typeof source !== 'object')
    return target;
  const keys = ObjectKeys(source);
  for (let i = 0; i < keys.length; i++)
    target[keys[i]] = source[keys[i]];
  return target;
}

// A rejection with `null` or another falsy value would look like success.
function fail(reason, done) {
  if (!reason) {
    reason = new errors.codes.ERR_FALSY_VALUE_REJECTION(reason);
    ErrorCaptureStackTrace(reason, fail);
  }
  done(reason);
}

function callbackify(original) {
  validators.validateFunction(original, 'original');
  function callbackified(...args) {
    const callback = ArrayPrototypePop.call(args);
    validators.validateFunction(callback, 'last argument');
    const done = FunctionPrototypeBind.call(callback, this);    // no frame of ours in its stacks
    const promise = ReflectApply(original, this, args);
    const { then } = promise;
    const fulfilled = (value) => { process.nextTick(done, null, value); };
    const rejected = (reason) => { process.nextTick(fail, reason, done); };
    ReflectApply(then, promise, [fulfilled, rejected]);
  }
  const descriptors = ObjectGetOwnPropertyDescriptors(original);
  // A name or length that was replaced is not changed.
  if (typeof descriptors.length.value === 'number')
    descriptors.length.value++;
  if (typeof descriptors.name.value === 'string')
    descriptors.name.value += 'Callbackified';
  const keys = ReflectOwnKeys(descriptors);
  for (let i = 0; i < keys.length; i++)
    ObjectSetPrototypeOf(descriptors[keys[i]], null);
  ObjectDefineProperties(callbackified, descriptors);
  return callbackified;
}

function convertProcessSignalToExitCode(signalCode) {
  const { signals } = require('os').constants;
  validators.validateOneOf(signalCode, 'signalCode', ObjectKeys(signals));
  return 128 + signals[signalCode];
}

function checkErrno(err) {
  validators.validateNumber(err, 'err');
  if (err >= 0 || !NumberIsSafeInteger(err))
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
  ObjectDefineProperty(ctor, 'super_',
      { __proto__: null, value: superCtor, writable: true, configurable: true });
  ObjectSetPrototypeOf(ctor.prototype, superCtor.prototype);
}

function isDeepStrictEqual(a, b, options) {
  return require('internal/util/comparisons').isDeepStrictEqual(a, b, options);
}

function markPromiseAsHandled(promise) {
  if (!require('internal/util/types').isPromise(promise))
    throw new errors.codes.ERR_INVALID_ARG_TYPE('promise', 'Promise', promise);
  primordials.PromisePrototypeThen.call(promise, undefined, () => {});
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

// There is no stack to print on SIGINT.
function setTraceSigInt(_enable) {}

module.exports = {
  _errnoException: withoutFrame('_errnoException', (...args) => {
    checkErrno(args[0]);
    return ReflectConstruct(errors.ErrnoException, args);
  }),
  _exceptionWithHostPort: withoutFrame('_exceptionWithHostPort', (...args) => {
    checkErrno(args[0]);
    return ReflectConstruct(errors.ExceptionWithHostPort, args);
  }),
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
  isArray: util.deprecate(ArrayIsArray,
                          'The `util.isArray` API is deprecated. Please use `Array.isArray()` ' +
                          'instead.', 'DEP0044'),
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
  debounce: undefined,
  throttle: undefined,
  setTraceSigInt,
};

// The keys are in Node's order; the values are loaded on first use.
util.defineLazyProperties(module.exports, 'internal/abort_controller', ['aborted']);
util.defineLazyProperties(module.exports, 'internal/messaging/abort_signal',
                          ['transferableAbortSignal', 'transferableAbortController']);
util.defineLazyProperties(module.exports, 'internal/util/debounce', ['debounce']);
util.defineLazyProperties(module.exports, 'internal/util/throttle', ['throttle']);
util.defineLazyProperties(module.exports, 'internal/encoding', ['TextDecoder', 'TextEncoder']);
util.defineLazyProperties(module.exports, 'internal/mime', ['MIMEType', 'MIMEParams']);
