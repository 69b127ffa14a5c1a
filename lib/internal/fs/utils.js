'use strict';
// Validates the arguments of fs functions, with Node's messages.

const { codes: {
  ERR_INVALID_ARG_TYPE,
  ERR_INVALID_ARG_VALUE,
  ERR_OUT_OF_RANGE,
} } = require('internal/errors');
const {
  parseFileMode,
  validateAbortSignal,
  validateBoolean,
  validateFunction,
  validateInt32,
  validateInteger,
  validateObject,
} = require('internal/validators');
const constants = require('internal/fs/constants');
const {
  ArrayBufferIsView: isView, ArrayIsArray, ArrayPrototypeIncludes, BigInt, Date, DateNow,
  DatePrototypeGetTime, Number, NumberIsFinite, NumberIsInteger, ObjectDefineProperty, ObjectFreeze,
  StringPrototypeIndexOf, StringPrototypeToLowerCase, TypedArrayPrototypeGetSymbolToStringTag,
  TypedArrayPrototypeIndexOf,
} = primordials;
const { O_APPEND, O_CREAT, O_EXCL, O_RDONLY, O_RDWR, O_SYNC, O_TRUNC, O_WRONLY } = constants;

const typedArrayName = (value) => TypedArrayPrototypeGetSymbolToStringTag.call(value);
const isUint8Array = (value) => typedArrayName(value) === 'Uint8Array';
const isDate = (value) => value instanceof Date;

const kIoMaxLength = 2 ** 31 - 1;
const kMaxUserId = 2 ** 32 - 1;

// ---- Paths ----

const NULL_BYTES = 'must be a string, Uint8Array, or URL without null bytes';

function checkNullBytes(path, name) {
  if (typeof path === 'string' ? StringPrototypeIndexOf.call(path, '\0') !== -1 :
      TypedArrayPrototypeIndexOf.call(path, 0) !== -1)
    throw new ERR_INVALID_ARG_VALUE(name, path, NULL_BYTES);
}

// A string or a Uint8Array for the binding. A URL is converted to its path.
function getValidatedPath(path, name = 'path') {
  if (typeof path === 'string') {
    if (StringPrototypeIndexOf.call(path, '\0') !== -1)
      throw new ERR_INVALID_ARG_VALUE(name, path, NULL_BYTES);
    return path;
  }
  if (typeof path === 'object' && path !== null && path.href && path.protocol &&
      path.auth === undefined && path.path === undefined)
    path = require('url').fileURLToPath(path);
  if (typeof path !== 'string' && !isUint8Array(path))
    throw new ERR_INVALID_ARG_TYPE(name, ['string', 'Buffer', 'URL'], path);
  checkNullBytes(path, name);
  return path;
}

function getValidatedFd(fd, name = 'fd') {
  if (fd === 0)
    return 0; // also for -0
  validateInteger(fd, name, 0, kIoMaxLength);
  return fd;
}

// ---- Flags and modes ----

const FLAGS = {
  '__proto__': null,
  'r': O_RDONLY,
  'rs': O_RDONLY | O_SYNC,
  'sr': O_RDONLY | O_SYNC,
  'r+': O_RDWR,
  'rs+': O_RDWR | O_SYNC,
  'sr+': O_RDWR | O_SYNC,
  'w': O_TRUNC | O_CREAT | O_WRONLY,
  'wx': O_TRUNC | O_CREAT | O_WRONLY | O_EXCL,
  'xw': O_TRUNC | O_CREAT | O_WRONLY | O_EXCL,
  'w+': O_TRUNC | O_CREAT | O_RDWR,
  'wx+': O_TRUNC | O_CREAT | O_RDWR | O_EXCL,
  'xw+': O_TRUNC | O_CREAT | O_RDWR | O_EXCL,
  'a': O_APPEND | O_CREAT | O_WRONLY,
  'ax': O_APPEND | O_CREAT | O_WRONLY | O_EXCL,
  'xa': O_APPEND | O_CREAT | O_WRONLY | O_EXCL,
  'as': O_APPEND | O_CREAT | O_WRONLY | O_SYNC,
  'sa': O_APPEND | O_CREAT | O_WRONLY | O_SYNC,
  'a+': O_APPEND | O_CREAT | O_RDWR,
  'ax+': O_APPEND | O_CREAT | O_RDWR | O_EXCL,
  'xa+': O_APPEND | O_CREAT | O_RDWR | O_EXCL,
  'as+': O_APPEND | O_CREAT | O_RDWR | O_SYNC,
  'sa+': O_APPEND | O_CREAT | O_RDWR | O_SYNC,
};

function stringToFlags(flags, name = 'flags') {
  if (typeof flags === 'number') {
    validateInteger(flags, name, -2147483648, 2147483647);
    return flags;
  }
  if (flags === null || flags === undefined)
    return O_RDONLY;
  const known = typeof flags === 'string' ? FLAGS[flags] : undefined;
  if (known === undefined)
    throw new ERR_INVALID_ARG_VALUE(name, flags);
  return known;
}

// The mode of access() and copyFile().
function getValidMode(mode, fallback) {
  if (mode === undefined || mode === null)
    return fallback;
  if (typeof mode !== 'number' || !NumberIsInteger(mode))
    throw plain(ERR_INVALID_ARG_TYPE, 'mode must be int32 or null/undefined');
  if (mode < 0 || mode > 7)
    throw plain(ERR_OUT_OF_RANGE, 'mode is out of range: >= 0 && <= 7');
  return mode;
}

// An error of this class with another message.
function plain(Class, message) {
  const err = new Class('mode', 'integer', 0);
  ObjectDefineProperty(err, 'message',
                       { __proto__: null, value: message, writable: true, configurable: true });
  return err;
}

// ---- Options ----

const kEmptyObject = ObjectFreeze({ __proto__: null });

const ENCODINGS = {
  '__proto__': null, 'utf8': true, 'utf-8': true, 'ucs2': true, 'ucs-2': true, 'utf16le': true,
  'utf-16le': true, 'latin1': true, 'binary': true, 'base64': true, 'base64url': true, 'hex': true,
  'ascii': true, 'buffer': true,
};

function assertEncoding(encoding) {
  if (encoding && (typeof encoding !== 'string' || ENCODINGS[encoding] === undefined &&
                   ENCODINGS[StringPrototypeToLowerCase.call(encoding)] === undefined)) {
    throw new ERR_INVALID_ARG_VALUE('encoding', encoding, 'is invalid encoding');
  }
}

function getOptions(options, defaults = kEmptyObject) {
  if (options === null || options === undefined || typeof options === 'function')
    return defaults;
  if (typeof options === 'string')
    options = { __proto__: null, ...defaults, encoding: options };
  else if (typeof options !== 'object')
    throw new ERR_INVALID_ARG_TYPE('options', ['string', 'Object'], options);
  if (options.encoding !== 'buffer')
    assertEncoding(options.encoding);
  if (options.signal !== undefined)
    validateAbortSignal(options.signal, 'options.signal');
  return options;
}

function copyObject(source) {
  const target = { __proto__: null };
  // lint-ok: for-in inherited options of streams count
  for (const key in source)
    target[key] = source[key];
  return target;
}

// ---- Buffers ----

function validateOffsetLengthRead(offset, length, byteLength) {
  if (offset < 0)
    throw new ERR_OUT_OF_RANGE('offset', '>= 0', offset);
  if (length < 0)
    throw new ERR_OUT_OF_RANGE('length', '>= 0', length);
  if (offset + length > byteLength)
    throw new ERR_OUT_OF_RANGE('length', `<= ${byteLength - offset}`, length);
}

function validateOffsetLengthWrite(offset, length, byteLength) {
  if (offset > byteLength)
    throw new ERR_OUT_OF_RANGE('offset', `<= ${byteLength}`, offset);
  if (length > byteLength - offset)
    throw new ERR_OUT_OF_RANGE('length', `<= ${byteLength - offset}`, length);
  if (length < 0)
    throw new ERR_OUT_OF_RANGE('length', '>= 0', length);
  validateInt32(length, 'length', 0);
}

function validateBufferArray(buffers, name = 'buffers') {
  if (!ArrayIsArray(buffers))
    throw new ERR_INVALID_ARG_TYPE(name, 'ArrayBufferView[]', buffers);
  for (let i = 0; i < buffers.length; i++) {
    if (!isView(buffers[i]))
      throw new ERR_INVALID_ARG_TYPE(name, 'ArrayBufferView[]', buffers);
  }
  return buffers;
}

// -1 is the position of the descriptor.
function validatePosition(position, name, length) {
  if (typeof position === 'number') {
    validateInteger(position, name, -1);
  } else if (typeof position === 'bigint') {
    const max = 2n ** 63n - 1n - BigInt(length);
    if (position < -1n || position > max)
      throw new ERR_OUT_OF_RANGE(name, `>= -1 && <= ${max}`, position);
  } else {
    throw new ERR_INVALID_ARG_TYPE(name, ['integer', 'bigint'], position);
  }
}

function readPosition(position, length) {
  if (position === null || position === undefined)
    return -1;
  validatePosition(position, 'position', length);
  return position;
}

// For a write. Any other value means the position of the descriptor.
const writePosition = (position) =>
  (typeof position === 'number' || typeof position === 'bigint' ? position : -1);

function validateStringAfterArrayBufferView(data, name) {
  if (typeof data !== 'string')
    throw new ERR_INVALID_ARG_TYPE(name, ['string', 'Buffer', 'TypedArray', 'DataView'], data);
}

// ---- Numbers ----

const TIME = ['Date', 'Time in seconds'];

// Seconds since 1970, of a number, a string that is one, or a Date.
function toUnixTimestamp(time, name = 'time') {
  // lint-ok: equality '1.0' is 1
  if (typeof time === 'string' && +time == time)
    return +time;
  if (NumberIsFinite(time))
    return time < 0 ? DateNow() / 1000 : time; // as in Node: before 1970 means now
  if (isDate(time))
    return DatePrototypeGetTime.call(time) / 1000;
  if (typeof globalThis.Temporal === 'object' && time instanceof globalThis.Temporal.Instant)
    return Number(time.epochNanoseconds) / 1e9;
  throw new ERR_INVALID_ARG_TYPE(name, TIME, time);
}

function validateUserId(id, name) {
  validateInteger(id, name, -1, kMaxUserId);
  return id;
}

// ---- Callbacks ----

// For operations whose only result is an error.
function makeCallback(cb) {
  validateFunction(cb, 'cb');
  return (err) => cb(err);
}

// An error or a value.
function makeValueCallback(cb) {
  validateFunction(cb, 'cb');
  return (err, value) => (err === null ? cb(null, value) : cb(err));
}

// ---- Options of single functions ----

// In an error, fs.promises.mkdir() names the mode of its options otherwise than fs.mkdir().
function validateMkdirOptions(options, modeName = 'options.mode') {
  let mode = 0o777;
  let recursive = false;
  if (typeof options === 'number' || typeof options === 'string') {
    mode = parseFileMode(options, 'mode');
  } else if (options) {
    if (options.recursive !== undefined) {
      validateBoolean(options.recursive, 'options.recursive');
      recursive = options.recursive;
    }
    if (options.mode !== undefined)
      mode = parseFileMode(options.mode, modeName);
  }
  return { __proto__: null, mode, recursive };
}

const SYMLINK_TYPES = ['dir', 'file', 'junction', null, undefined];

function symlinkFlags(type) {
  if (!ArrayPrototypeIncludes.call(SYMLINK_TYPES, type)) {
    throw new ERR_INVALID_ARG_VALUE('type', type,
                                    "must be one of: 'dir', 'file', 'junction', null, undefined");
  }
  return type === 'dir' ? 1 : type === 'junction' ? 2 : 0;
}

function validateRmdirOptions(options) {
  if (options === undefined)
    return;
  validateObject(options, 'options');
  if (options.recursive !== undefined)
    throw new ERR_INVALID_ARG_VALUE(
      'options.recursive', options.recursive, 'is no longer supported');
}

// Throws if the signal was aborted.
function checkAborted(signal) {
  if (signal?.aborted) {
    const { AbortError } = require('internal/errors');
    throw new AbortError(undefined, { __proto__: null, cause: signal.reason });
  }
}

module.exports = {
  assertEncoding,
  checkAborted,
  constants,
  copyObject,
  getOptions,
  getValidMode,
  getValidatedFd,
  getValidatedPath,
  isUint8Array,
  kEmptyObject,
  kIoMaxLength,
  makeCallback,
  makeValueCallback,
  readPosition,
  stringToFlags,
  symlinkFlags,
  toUnixTimestamp,
  validateBufferArray,
  validateMkdirOptions,
  validateOffsetLengthRead,
  validateOffsetLengthWrite,
    validateRmdirOptions,
  validateStringAfterArrayBufferView,
  validateUserId,
  writePosition,
};
