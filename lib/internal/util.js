'use strict';
// Small helpers that several built-ins share. Every program loads them: nothing here may pull in
// another module before it is called.

const { codes: { ERR_NO_CRYPTO, ERR_UNKNOWN_SIGNAL } } = require('internal/errors');
const { validateFunction, validateString } = require('internal/validators');
const { customPromisifyArgs } = require('internal/util/promisify_names');
const {
  ArrayIsArray, ArrayPrototypeIncludes, ArrayPrototypePop, ArrayPrototypePush, ArrayPrototypeSlice,
  ArrayPrototypeSort, AtomicsWait, Int32Array, ObjectDefineProperty, ObjectFreeze,
  ObjectGetOwnPropertyDescriptor, ObjectGetPrototypeOf, ObjectKeys, ObjectSetPrototypeOf, Promise,
  PromiseWithResolvers, ReflectApply, ReflectConstruct, ReflectDefineProperty, ReflectOwnKeys,
  ReflectSet, RegExpPrototypeExec, SafeMap, SafeSet, SharedArrayBuffer, StringPrototypeSlice,
  StringPrototypeToLowerCase, StringPrototypeToUpperCase, StringPrototypeToWellFormed, Symbol,
  SymbolFor, SymbolPrototypeGetDescription,
} = primordials;
const define = ObjectDefineProperty;

const plain = (value, enumerable = true) =>
  ({ __proto__: null, value, writable: true, enumerable, configurable: true });

const kEmptyObject = ObjectFreeze({ __proto__: null });
const kEnumerableProperty = ObjectFreeze({ __proto__: null, enumerable: true });
const customInspectSymbol = SymbolFor('nodejs.util.inspect.custom');
const kCustomPromisifiedSymbol = SymbolFor('nodejs.util.promisify.custom');
const kIsEncodingSymbol = Symbol('kIsEncodingSymbol');

const encodings = ['ascii', 'latin1', 'utf16le', 'utf8', 'base64', 'base64url', 'hex', 'buffer'];
const encodingsMap = { __proto__: null };
for (let i = 0; i < encodings.length; i++)
  encodingsMap[encodings[i]] = i;

const aliases = {
  '__proto__': null,
  'utf8': 'utf8', 'utf-8': 'utf8',
  'ucs2': 'utf16le', 'ucs-2': 'utf16le', 'utf16le': 'utf16le', 'utf-16le': 'utf16le',
  'latin1': 'latin1', 'binary': 'latin1',
  'base64': 'base64', 'base64url': 'base64url', 'hex': 'hex', 'ascii': 'ascii',
};

// undefined for an unknown name.
function normalizeEncoding(encoding) {
  if (encoding == null || encoding === '' || encoding === 'utf8' || encoding === 'utf-8')
    return 'utf8';
  return aliases[encoding] ?? aliases[StringPrototypeToLowerCase.call(`${encoding}`)];
}

function getLazy(make) {
  let value;
  let made = false;
  return () => {
    if (!made) {
      value = make();
      made = true;
    }
    return value;
  };
}

function once(fn, { preserveReturnValue = false } = kEmptyObject) {
  let called = false;
  let value;
  return function(...args) {
    if (called)
      return value;
    called = true;
    const result = ReflectApply(fn, this, args);
    if (preserveReturnValue)
      value = result;
    return result;
  };
}

function setOwnProperty(object, key, value) {
  return define(object, key, plain(value));
}

// As list.push(item), but no setter that the program has for an index is called.
function append(list, item) {
  define(list, list.length, plain(item));
}

// As Object.assign() for own string keys, but no setter that the target inherits is called.
function assignOwn(target, source) {
  const keys = ObjectKeys(source);
  for (let i = 0; i < keys.length; i++)
    define(target, keys[i], plain(source[keys[i]]));
  return target;
}

function assignFunctionName(name, fn) {
  const text = typeof name === 'symbol' ? `[${SymbolPrototypeGetDescription.call(name)}]` : name;
  return define(fn, 'name', { __proto__: null, value: text, configurable: true });
}

// Properties that load module `id` when they are first read, and are plain from then on.
function defineLazyProperties(target, id, keys, enumerable = true) {
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i];
    let loaded;
    const set = (value) => {
      define(target, key, plain(value, enumerable));
    };
    const get = () => {
      loaded ??= require(id);
      const value = loaded[key];
      set(value);
      return value;
    };
    define(set, 'name', { __proto__: null, value: `set ${key}` });
    define(get, 'name', { __proto__: null, value: key });
    define(target, key, { __proto__: null, get, set, enumerable, configurable: true });
  }
}

function exposeLazyInterfaces(target, id, keys) {
  defineLazyProperties(target, id, keys, false);
}

function exposeInterface(target, name, value) {
  define(target, name, plain(value, false));
}

function defineOperation(target, name, method) {
  define(target, name, plain(method));
}

// Deprecations. One warning per code, or per function if there is no code.

const codesWarned = new SafeSet();

function getDeprecationWarningEmitter(code, message, deprecated, shouldEmit = () => true) {
  let warned = false;
  return function warn() {
    if (warned || !shouldEmit())
      return;
    warned = true;
    if (code === undefined) {
      process.emitWarning(message, 'DeprecationWarning', deprecated);
    } else if (!codesWarned.has(code)) {
      codesWarned.add(code);
      process.emitWarning(message, 'DeprecationWarning', code, deprecated);
    }
  };
}

function wrapDeprecated(fn, warn, modifyPrototype) {
  function deprecated(...args) {
    if (!process.noDeprecation)
      warn();
    if (!new.target)
      return ReflectApply(fn, this, args);
    return ReflectConstruct(fn, args, new.target === deprecated ? fn : new.target);
  }
  if (modifyPrototype) {
    ObjectSetPrototypeOf(deprecated, fn);
    // A class's prototype property cannot be replaced on the class, only shared by the wrapper.
    if (fn.prototype)
      deprecated.prototype = fn.prototype;
  }
  define(deprecated, 'length', { __proto__: null, value: fn.length, configurable: true });
  return deprecated;
}

function deprecate(fn, message, code, { modifyPrototype = true } = kEmptyObject) {
  if (code !== undefined)
    validateString(code, 'code');
  let warn;
  const wrapped = wrapDeprecated(fn, () => warn(), modifyPrototype);
  warn = getDeprecationWarningEmitter(code, message, wrapped);
  return wrapped;
}

const isPendingDeprecation = () => ArrayPrototypeIncludes.call(process.execArgv,
  '--pending-deprecation') ||
  process.env.NODE_PENDING_DEPRECATION === '1';

function pendingDeprecate(fn, message, code) {
  const warned = deprecate(fn, message, code);
  const wrapped = function deprecated(...args) {
    const target = isPendingDeprecation() ? warned : fn;
    return new.target ? ReflectConstruct(target, args) : ReflectApply(target, this, args);
  };
  return define(wrapped, 'length', { __proto__: null, value: fn.length, configurable: true });
}

const experimentsWarned = new SafeSet();

function emitExperimentalWarning(feature, messagePrefix, code, ctor) {
  if (experimentsWarned.has(feature))
    return;
  experimentsWarned.add(feature);
  const text = `${messagePrefix ?? ''}${feature} is an experimental feature and might change at ` +
    'any time';
  process.emitWarning(text, 'ExperimentalWarning', code, ctor);
}

// promisify

function promisify(original) {
  validateFunction(original, 'original');
  const custom = original[kCustomPromisifiedSymbol];
  if (custom) {
    validateFunction(custom, 'util.promisify.custom');
    return define(custom, kCustomPromisifiedSymbol,
                  { __proto__: null, value: custom, configurable: true });
  }

  const names = original[customPromisifyArgs];   // more than one result: as an object
  function fn(...args) {
    return new Promise((resolve, reject) => {
      setOwnProperty(args, args.length, (err, ...values) => {
        if (err)
          return reject(err);
        if (names === undefined || values.length <= 1)
          return resolve(values.length === 0 ? undefined : values[0]);
        const result = {};
        for (let i = 0; i < names.length; i++)
          setOwnProperty(result, names[i], i < values.length ? values[i] : undefined);
        resolve(result);
      });
      if (isPromise(ReflectApply(original, this, args))) {
        process.emitWarning(
          'Calling promisify on a function that returns a Promise is likely a mistake.',
          'DeprecationWarning', 'DEP0174');
      }
    });
  }
  ObjectSetPrototypeOf(fn, ObjectGetPrototypeOf(original));
  define(fn, kCustomPromisifiedSymbol, { __proto__: null, value: fn, configurable: true });
  return copyProperties(original, fn);
}
promisify.custom = kCustomPromisifiedSymbol;

function copyProperties(from, to) {
  const keys = ReflectOwnKeys(from);
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i];
    const descriptor = ObjectSetPrototypeOf(ObjectGetOwnPropertyDescriptor(from, key), null);
    if (ReflectDefineProperty(to, key, descriptor) === false && 'value' in descriptor)
      ReflectSet(to, key, descriptor.value);
  }
  return to;
}

let promiseBrand;
function isPromise(value) {
  if (typeof value !== 'object' || value === null)
    return false;
  promiseBrand ??= require('internal/util/types').isPromise;
  return promiseBrand(value);
}

// Errors and signals

function isError(value) {
  if (typeof value !== 'object' || value === null)
    return false;
  return require('internal/error_stack').isInstance(value) ||
    require('internal/util/types').isNativeError(value);
}

let lazyClass;
const lazyDOMExceptionClass = () => lazyClass ??= require('internal/domexception').DOMException;
const lazyDOMException = (message, name) => new (lazyDOMExceptionClass())(message, name);

let errmapGet;
function getSystemError(errno) {
  errmapGet ??= require('internal/errors').uvErrmapGet;
  return errmapGet(errno);
}

const getSystemErrorName = (errno) => getSystemError(errno)?.[0] ?? `Unknown system error ${errno}`;
const getSystemErrorMessage = (errno) => getSystemError(errno)?.[1];
const getSystemErrorMap = () => require('internal/errors').uvErrorMap();

function convertToValidSignal(signal) {
  const { signals } = require('os').constants;
  if (typeof signal === 'number') {
    const names = ObjectKeys(signals);
    for (let i = 0; i < names.length; i++) {
      if (signals[names[i]] === signal)
        return signal;
    }
  }
  const number = typeof signal === 'string' ?
    signals[StringPrototypeToUpperCase.call(signal)] : undefined;
  if (number)
    return number;
  throw new ERR_UNKNOWN_SIGNAL(signal);
}

function assertCrypto() {
  if (!process.versions.openssl)
    throw new ERR_NO_CRYPTO();
}

// Text and lists

function join(list, separator) {
  let text = '';
  for (let i = 0; i < list.length; i++)
    text += i === 0 ? list[i] : separator + list[i];
  return text;
}

// Much cheaper than splice() for the short lists of listeners this serves.
function spliceOne(list, index) {
  for (; index + 1 < list.length; index++)
    list[index] = list[index + 1];
  ArrayPrototypePop.call(list);
}

const COLOR = /\u001b\[\d\d?m/;
function removeColors(text) {
  let result = '';
  let rest = `${text}`;
  for (let found; (found = RegExpPrototypeExec.call(COLOR, rest)) !== null;) {
    result += StringPrototypeSlice.call(rest, 0, found.index);
    rest = StringPrototypeSlice.call(rest, found.index + found[0].length);
  }
  return result + rest;
}

function filterDuplicateStrings(items, low) {
  const seen = new SafeMap();
  for (let i = 0; i < items.length; i++) {
    const item = items[i];
    const key = StringPrototypeToLowerCase.call(item);
    if (low || !seen.has(key))
      seen.set(key, low ? key : item);
  }
  const list = [];
  seen.forEach((item) => { ArrayPrototypePush.call(list, item); });
  return ArrayPrototypeSort.call(list);
}

function cachedResult(make) {
  let result;
  return () => {
    result ??= make();
    return ArrayIsArray(result) ? ArrayPrototypeSlice.call(result) : result;
  };
}

const toUSVString = (value) => StringPrototypeToWellFormed.call(`${value}`);

// Stops the thread. Only for what is synchronous by name.
function sleep(msec) {
  require('internal/validators').validateUint32(msec, 'msec');
  AtomicsWait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, msec);
}

module.exports = {
  sleep,
  append,
  assertCrypto,
  assignFunctionName,
  assignOwn,
  cachedResult,
  convertToValidSignal,
  copyProperties,
  createDeferredPromise: () => PromiseWithResolvers.call(Promise),
  customInspectSymbol,
  customPromisifyArgs,
  defineLazyProperties,
  defineOperation,
  deprecate,
  emitExperimentalWarning,
  encodingsMap,
  exposeInterface,
  exposeLazyInterfaces,
  filterDuplicateStrings,
  getDeprecationWarningEmitter,
  getLazy,
  getSystemErrorMap,
  getSystemErrorMessage,
  getSystemErrorName,
  isError,
  isMacOS: false,
  isPendingDeprecation,
  isWindows: false,
  join,
  kEmptyObject,
  kEnumerableProperty,
  kIsEncodingSymbol,
  lazyDOMException,
  lazyDOMExceptionClass,
  normalizeEncoding,
  once,
  pendingDeprecate,
  promisify,
  removeColors,
  setOwnProperty,
  spliceOne,
  toUSVString,
};
