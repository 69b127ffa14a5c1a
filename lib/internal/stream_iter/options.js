'use strict';
// Converts arguments of node:stream/iter by the rules of Web IDL.

const {
  MathTrunc, Number, NumberIsFinite, NumberMAX_SAFE_INTEGER, ReflectApply, SafeArray, String,
  SymbolIterator,
} = primordials;
const { codes } = require('internal/errors');
const { setOwnProperty } = require('internal/util');
const { isUint8Array } = require('internal/util/types');

const LEAST_BUDGET = 16384;
const POLICIES = ['strict', 'unbounded', 'drop-oldest', 'drop-newest'];
const kNoOptions = { __proto__: null };

function typeError(code, message) {
  return setOwnProperty(new primordials.TypeError(message), 'code', code);
}

const isObject = (value) =>
  value !== null && (typeof value === 'object' || typeof value === 'function');

function dictionary(value, name = 'options') {
  if (value === undefined || value === null)
    return kNoOptions;
  if (!isObject(value))
    throw typeError('ERR_INVALID_ARG_TYPE', `${name} cannot be converted to a dictionary`);
  return value;
}

function signalOf(options) {
  const { signal } = options;
  if (signal === undefined)
    return undefined;
  if (!(signal instanceof require('internal/abort_controller').AbortSignal))
    throw typeError('ERR_INVALID_ARG_TYPE', 'signal in options is not of type AbortSignal.');
  return signal;
}

function budgetOf(options, standard) {
  const { budget } = options;
  if (budget === undefined)
    return standard;
  const number = Number(budget);
  const whole = number === number ? MathTrunc(number) : 0;
  if (whole < LEAST_BUDGET || whole > NumberMAX_SAFE_INTEGER) {
    throw new codes.ERR_OUT_OF_RANGE(
      'options.budget', `>= ${LEAST_BUDGET} && <= ${NumberMAX_SAFE_INTEGER}`, whole);
  }
  return whole;
}

function policyOf(options) {
  const { backpressure } = options;
  if (backpressure === undefined)
    return 'strict';
  const text = `${backpressure}`;
  for (let i = 0; i < POLICIES.length; i++) {
    if (POLICIES[i] === text)
      return text;
  }
  throw typeError('ERR_INVALID_ARG_VALUE', `backpressure in options '${text}' is not a valid ` +
    'enum value of type BackpressurePolicy.');
}

// The most bytes that a consumer collects; undefined: no limit.
function limitOf(options) {
  const { limit } = options;
  if (limit === undefined)
    return undefined;
  const number = Number(limit);
  if (!NumberIsFinite(number))
    throw typeError('ERR_INVALID_ARG_TYPE', 'limit in options is not a finite number.');
  const whole = MathTrunc(number);
  if (whole < 0 || whole > NumberMAX_SAFE_INTEGER) {
    throw typeError('ERR_OUT_OF_RANGE', 'limit in options is outside the expected range of 0 to ' +
      `${NumberMAX_SAFE_INTEGER}.`);
  }
  return whole;
}

const isTransform = (value) => typeof value === 'function' ||
  (value !== null && typeof value === 'object' && typeof value.transform === 'function');

function checkTransforms(list, count) {
  const transforms = new SafeArray();
  for (let i = 0; i < count; i++) {
    if (!isTransform(list[i])) {
      throw new codes.ERR_INVALID_ARG_TYPE(
        `transforms[${i}]`, ['function', 'Object with transform()'], list[i]);
    }
    transforms.push(list[i]);
  }
  return transforms;
}

// Arguments `...transforms, options`: what ends them and is no transform are the options.
function splitOptions(list) {
  const count = list.length;
  const hasOptions = count > 0 && !isTransform(list[count - 1]);
  return {
    __proto__: null,
    options: dictionary(hasOptions ? list[count - 1] : undefined),
    transforms: checkTransforms(list, hasOptions ? count - 1 : count),
  };
}

// A chunk that a writer was given: bytes as they are, anything else as text.
function writtenBytes(chunk) {
  if (isUint8Array(chunk))
    return chunk;
  if (typeof chunk === 'symbol') {
    throw typeError('ERR_INVALID_ARG_TYPE',
                    'chunk is a Symbol and cannot be converted to a string.');
  }
  return require('internal/stream_iter/bytes').encode(String(chunk));
}

// The chunks of writev(): any iterable object.
function writtenChunks(chunks) {
  const method = isObject(chunks) ? chunks[SymbolIterator] : undefined;
  if (typeof method !== 'function')
    throw typeError('ERR_INVALID_ARG_TYPE', 'chunks cannot be converted to sequence.');
  const list = [];
  let count = 0;
  const iterator = ReflectApply(method, chunks, []);
  for (let step = iterator.next(); !step.done; step = iterator.next()) {
    const bytes = writtenBytes(step.value);
    setOwnProperty(list, count++, bytes);
  }
  return list;
}

module.exports = {
  budgetOf, checkTransforms, dictionary, isObject, isTransform, limitOf, policyOf, signalOf,
  splitOptions, writtenBytes, writtenChunks,
};
