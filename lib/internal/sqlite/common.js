'use strict';
// Errors and option checks of node:sqlite, with Node's messages.

const { NumberIsInteger } = primordials;
const { setOwnProperty } = require('internal/util');

function fail(Class, code, message) {
  return setOwnProperty(new Class(message), 'code', code);
}

const typeError = (message) =>
  fail(primordials.TypeError, 'ERR_INVALID_ARG_TYPE', message);
const valueError = (message) =>
  fail(primordials.TypeError, 'ERR_INVALID_ARG_VALUE', message);
const rangeError = (message) => fail(primordials.RangeError, 'ERR_OUT_OF_RANGE', message);
const stateError = (message) => fail(primordials.Error, 'ERR_INVALID_STATE', message);

function illegalConstructor() {
  return fail(primordials.Error, 'ERR_ILLEGAL_CONSTRUCTOR', 'Illegal constructor');
}

function checkString(value, name) {
  if (typeof value !== 'string')
    throw typeError(`The "${name}" argument must be a string.`);
  return value;
}

function checkBoolean(value, name) {
  if (typeof value !== 'boolean')
    throw typeError(`The "${name}" argument must be a boolean.`);
  return value;
}

function checkFunction(value, name) {
  if (typeof value !== 'function')
    throw typeError(`The "${name}" argument must be a function.`);
  return value;
}

const isObject = (value) => value !== null &&
  (typeof value === 'object' || typeof value === 'function');

function checkObject(value, name) {
  if (!isObject(value))
    throw typeError(`The "${name}" argument must be an object.`);
  return value;
}

function checkInteger(value, name, max = Infinity) {
  if (!NumberIsInteger(value) || value > max)
    throw typeError(`The "${name}" argument must be an integer.`);
  return value;
}

// options[name], a boolean; `fallback` when it is not given.
function booleanOption(options, name, fallback) {
  const value = options[name];
  return value === undefined ? fallback : checkBoolean(value, `options.${name}`);
}

// What a path may be: a string, bytes or a file: URL; as the string that SQLite opens.
function readPath(path) {
  const { isUint8Array } = require('internal/util/types');
  let text = path;
  if (isUint8Array(path))
    text = require('internal/buffer').bufferFrom(path).toString();
  else if (isObject(path) && typeof path.href === 'string') {
    if (path.protocol !== 'file:')
      throw fail(primordials.TypeError, 'ERR_INVALID_URL_SCHEME',
                 'The URL must be of scheme file:');
    text = path.href;
  }
  if (typeof text !== 'string' || primordials.StringPrototypeIncludes.call(text, '\0') ||
      (text !== path && primordials.StringPrototypeIncludes.call(text, '%00'))) {
    throw typeError(
      'The "path" argument must be a string, Uint8Array, or URL without null bytes.');
  }
  return text;
}

module.exports = {
  booleanOption, checkBoolean, checkFunction, checkInteger, checkObject, checkString, fail,
  illegalConstructor, isObject, rangeError, readPath, stateError, typeError, valueError,
};
