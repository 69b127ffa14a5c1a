'use strict';
// Argument checks. Each throws the error users know, or returns; on success none allocates.

const {
  ArrayBufferIsView: isView, ArrayIsArray: isArray, ArrayPrototypeIncludes, ArrayPrototypeJoin,
  NumberIsFinite, NumberIsInteger: isInteger, NumberIsNaN: isNaN, NumberMAX_SAFE_INTEGER:
  MAX_SAFE_INTEGER, NumberMIN_SAFE_INTEGER: MIN_SAFE_INTEGER, NumberParseInt, ObjectHasOwn,
  RegExpPrototypeExec, String, StringPrototypeIncludes, StringPrototypeToLowerCase,
  StringPrototypeToUpperCase, StringPrototypeTrim,
} = primordials;
const {
  codes: {
    ERR_INVALID_ARG_TYPE,
    ERR_INVALID_ARG_VALUE,
    ERR_INVALID_THIS,
    ERR_OUT_OF_RANGE,
    ERR_SOCKET_BAD_PORT,
    ERR_UNKNOWN_SIGNAL,
  },
} = require('internal/errors');


const isInt32 = (value) => value === (value | 0);
const isUint32 = (value) => value === (value >>> 0);

const OCTAL = /^[0-7]+$/;
const MODE = 'must be a 32-bit unsigned integer or an octal string';

function parseFileMode(value, name, def) {
  value ??= def;
  if (typeof value === 'string') {
    if (RegExpPrototypeExec.call(OCTAL, value) === null)
      throw new ERR_INVALID_ARG_VALUE(name, value, MODE);
    value = NumberParseInt(value, 8);
  }
  validateUint32(value, name);
  return value;
}

function validateInteger(value, name, min = MIN_SAFE_INTEGER, max = MAX_SAFE_INTEGER) {
  if (typeof value !== 'number')
    throw new ERR_INVALID_ARG_TYPE(name, 'number', value);
  if (!isInteger(value))
    throw new ERR_OUT_OF_RANGE(name, 'an integer', value);
  if (value < min || value > max)
    throw new ERR_OUT_OF_RANGE(name, `>= ${min} && <= ${max}`, value);
}

function validateInt32(value, name, min = -2147483648, max = 2147483647) {
  validateInteger(value, name, min, max);
}

function validateUint32(value, name, positive = false) {
  validateInteger(value, name, positive ? 1 : 0, 4294967295);
}

function validateNumber(value, name, min = undefined, max) {
  if (typeof value !== 'number')
    throw new ERR_INVALID_ARG_TYPE(name, 'number', value);
  const bounded = min != null || max != null;
  if (!bounded || !((min != null && value < min) || (max != null && value > max) || isNaN(value)))
    return;
  const low = min != null ? `>= ${min}` : '';
  const high = max != null ? `<= ${max}` : '';
  throw new ERR_OUT_OF_RANGE(name, low + (low && high ? ' && ' : '') + high, value);
}

function validateString(value, name) {
  if (typeof value !== 'string')
    throw new ERR_INVALID_ARG_TYPE(name, 'string', value);
}

function validateBoolean(value, name) {
  if (typeof value !== 'boolean')
    throw new ERR_INVALID_ARG_TYPE(name, 'boolean', value);
}

function validateFunction(value, name) {
  if (typeof value !== 'function')
    throw new ERR_INVALID_ARG_TYPE(name, 'function', value);
}

const AsyncFunction = (async () => {}).constructor;

function validatePlainFunction(value, name) {
  if (typeof value !== 'function' || value instanceof AsyncFunction)
    throw new ERR_INVALID_ARG_TYPE(name, 'function', value);
}

function validateUndefined(value, name) {
  if (value !== undefined)
    throw new ERR_INVALID_ARG_TYPE(name, 'undefined', value);
}

function validateStringWithoutNullBytes(value, name) {
  validateString(value, name);
  if (StringPrototypeIncludes.call(value, '\u0000'))
    throw new ERR_INVALID_ARG_VALUE(name, value, 'must be a string without null bytes');
}

function validateOneOf(value, name, oneOf) {
  if (ArrayPrototypeIncludes.call(oneOf, value))
    return;
  let allowed = '';
  for (let i = 0; i < oneOf.length; i++) {
    allowed += i === 0 ? '' : ', ';
    allowed += typeof oneOf[i] === 'string' ? `'${oneOf[i]}'` : String(oneOf[i]);
  }
  throw new ERR_INVALID_ARG_VALUE(name, value, `must be one of: ${allowed}`);
}

const kValidateObjectNone = 0;
const kValidateObjectAllowNullable = 1;
const kValidateObjectAllowArray = 2;
const kValidateObjectAllowFunction = 4;
const kValidateObjectAllowObjects = 6;
const kValidateObjectAllowObjectsAndNull = 7;

function validateObject(value, name, options = kValidateObjectNone) {
  if (value === null) {
    if (options & kValidateObjectAllowNullable)
      return;
  } else if (typeof value === 'object') {
    if (!isArray(value) || (options & kValidateObjectAllowArray))
      return;
  } else if (typeof value === 'function' && (options & kValidateObjectAllowFunction)) {
    return;
  }
  throw new ERR_INVALID_ARG_TYPE(name, 'Object', value);
}

// A dictionary in the sense of Web IDL: no value at all is an empty one.
function validateDictionary(value, name) {
  if (value != null && typeof value !== 'object' && typeof value !== 'function')
    throw new ERR_INVALID_ARG_TYPE(name, 'a dictionary', value);
}

function validateArray(value, name, minLength = 0) {
  if (!isArray(value))
    throw new ERR_INVALID_ARG_TYPE(name, 'Array', value);
  if (value.length < minLength)
    throw new ERR_INVALID_ARG_VALUE(name, value, `must have a length of at least ${minLength}`);
}

function validateEach(value, name, check) {
  validateArray(value, name);
  for (let i = 0; i < value.length; i++)
    check(value[i], `${name}[${i}]`);
}

const validateStringArray = (value, name) => validateEach(value, name, validateString);
const validateBooleanArray = (value, name) => validateEach(value, name, validateBoolean);
const validateAbortSignalArray = (value, name) => validateEach(value, name, (signal, each) => {
  if (signal === undefined)
    throw new ERR_INVALID_ARG_TYPE(each, 'AbortSignal', signal);
  validateAbortSignal(signal, each);
});

function validateAbortSignal(signal, name) {
  if (signal !== undefined &&
      (signal === null || typeof signal !== 'object' || !('aborted' in signal)))
    throw new ERR_INVALID_ARG_TYPE(name, 'AbortSignal', signal);
}

function validateBuffer(value, name = 'buffer') {
  if (!isView(value))
    throw new ERR_INVALID_ARG_TYPE(name, ['Buffer', 'TypedArray', 'DataView'], value);
}

function validateEncoding(data, encoding) {
  if (StringPrototypeToLowerCase.call(`${encoding}`) === 'hex' && data.length % 2 !== 0)
    throw new ERR_INVALID_ARG_VALUE('encoding', encoding,
                                    `is invalid for data of length ${data.length}`);
}

function validatePort(port, name = 'Port', allowZero = true) {
  const usable = typeof port === 'number' ||
    (typeof port === 'string' && StringPrototypeTrim.call(port).length > 0);
  if (!usable || +port !== (+port >>> 0) || port > 0xFFFF || (+port === 0 && !allowZero))
    throw new ERR_SOCKET_BAD_PORT(name, port, allowZero);
  return port | 0;
}

let signals;
function validateSignalName(signal, name = 'signal') {
  validateString(signal, name);
  signals ??= require('os').constants.signals;
  if (signals[signal] !== undefined)
    return;
  if (signals[StringPrototypeToUpperCase.call(signal)] !== undefined)
    throw new ERR_UNKNOWN_SIGNAL(`${signal} (signals must use all capital letters)`);
  throw new ERR_UNKNOWN_SIGNAL(signal);
}

function validateUnion(value, name, union) {
  if (!ArrayPrototypeIncludes.call(union, value))
    throw new ERR_INVALID_ARG_TYPE(name, `('${ArrayPrototypeJoin.call(union, '|')}')`, value);
}

function validateThisInternalField(object, key, className) {
  if (typeof object !== 'object' || object === null || !ObjectHasOwn(object, key))
    throw new ERR_INVALID_THIS(className);
}

// False for "nothing given", so that callers can put their default.
function validateFiniteNumber(number, name) {
  if (number === undefined)
    return false;
  if (NumberIsFinite(number))
    return true;
  if (isNaN(number))
    return false;
  validateNumber(number, name);
  throw new ERR_OUT_OF_RANGE(name, 'a finite number', number);
}

function checkRangesOrGetDefault(number, name, lower, upper, def) {
  if (!validateFiniteNumber(number, name))
    return def;
  if (number < lower || number > upper)
    throw new ERR_OUT_OF_RANGE(name, `>= ${lower} and <= ${upper}`, number);
  return number;
}

// RFC 8288: a target in angle brackets, then parameters, each a token with or without a value.
const LINK = /^<[^>]*>(\s*;\s*[^\s;="]+(=("[^"]*"|[^\s;"]*))?)*$/;
const LINK_FORMAT = 'must be an array or string of format "</styles.css>; rel=preload; as=style"';

function validateLinkHeaderFormat(value, name) {
  if (typeof value !== 'string' || RegExpPrototypeExec.call(LINK, value) === null)
    throw new ERR_INVALID_ARG_VALUE(name, value, LINK_FORMAT);
}

function validateLinkHeaderValue(hints) {
  if (!isArray(hints)) {
    validateLinkHeaderFormat(hints, 'hints');
    return hints;
  }
  for (let i = 0; i < hints.length; i++)
    validateLinkHeaderFormat(hints[i], 'hints');
  return ArrayPrototypeJoin.call(hints, ', ');
}

module.exports = {
  checkRangesOrGetDefault,
  isInt32,
  isUint32,
  kValidateObjectAllowArray,
  kValidateObjectAllowFunction,
  kValidateObjectAllowNullable,
  kValidateObjectAllowObjects,
  kValidateObjectAllowObjectsAndNull,
  kValidateObjectNone,
  parseFileMode,
  validateAbortSignal,
  validateAbortSignalArray,
  validateArray,
  validateBoolean,
  validateBooleanArray,
  validateBuffer,
  validateDictionary,
  validateEncoding,
  validateFiniteNumber,
  validateFunction,
  validateInt32,
  validateInteger,
  validateLinkHeaderValue,
  validateNumber,
  validateObject,
  validateOneOf,
  validatePlainFunction,
  validatePort,
  validateSignalName,
  validateString,
  validateStringArray,
  validateStringWithoutNullBytes,
  validateThisInternalField,
  validateUint32,
  validateUndefined,
  validateUnion,
};
