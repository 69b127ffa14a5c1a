'use strict';
// Checks the options of zlib's classes and functions, and opens coders with them.

const {
  Int32Array, MathTrunc, NumberIsSafeInteger, ObjectKeys, SafeArray, SafeSet,
  TypedArrayPrototypeGetLength, TypedArrayPrototypeSet, Uint8Array,
} = primordials;
const { codes, genericNodeError } = require('internal/errors');
const { checkRangesOrGetDefault, validateBoolean, validateFiniteNumber } =
  require('internal/validators');
const { isAnyArrayBuffer, isArrayBufferView } = require('internal/util/types');
const { FastBuffer, kMaxLength } = require('internal/buffer');
const { setOwnProperty } = require('internal/util');
const { byteView, isResizable } = require('internal/util/bytes');
const binding = internalBinding('zlib');

const modes = {
  __proto__: null,
  Deflate: 1, Inflate: 2, Gzip: 3, Gunzip: 4, DeflateRaw: 5, InflateRaw: 6, Unzip: 7,
  BrotliDecompress: 8, BrotliCompress: 9, ZstdCompress: 10, ZstdDecompress: 11,
};

// The kinds of flush of a format: the highest number, and the defaults for a chunk, for the end of
// the input, and for flush().
const ZLIB = { __proto__: null, most: 5, flush: 0, finish: 4, full: 3 };
const BROTLI = { __proto__: null, most: 3, flush: 0, finish: 2, full: 1 };
const ZSTD = { __proto__: null, most: 2, flush: 0, finish: 2, full: 1 };
const formatOf = (mode) =>
  (mode <= modes.Unzip ? ZLIB : mode <= modes.BrotliCompress ? BROTLI : ZSTD);

// The highest key of `params`.
const MOST_KEY = {
  __proto__: null,
  [modes.BrotliDecompress]: 8, [modes.BrotliCompress]: 8,
  [modes.ZstdCompress]: 402, [modes.ZstdDecompress]: 100,
};

// The longest result. When zlib.js is loaded it sets this to buffer.kMaxLength, which a program may
// have changed.
const limits = { __proto__: null, most: kMaxLength };

const UNSET = -1; // as 32 bits: the parameter has its default

function chunkSizeOf({ chunkSize }) {
  if (!validateFiniteNumber(chunkSize, 'options.chunkSize'))
    return 16384;
  if (chunkSize < 64)
    throw new codes.ERR_OUT_OF_RANGE('options.chunkSize', '>= 64', chunkSize);
  if (chunkSize > kMaxLength)
    throw new codes.ERR_MEMORY_ALLOCATION_FAILED();
  return MathTrunc(chunkSize);
}

function dictionaryOf({ dictionary }) {
  if (dictionary !== undefined && !isArrayBufferView(dictionary) && !isAnyArrayBuffer(dictionary)) {
    throw new codes.ERR_INVALID_ARG_TYPE(
      'options.dictionary', ['Buffer', 'TypedArray', 'DataView', 'ArrayBuffer'], dictionary);
  }
  return dictionary;
}

function windowBitsOf(mode, { windowBits }) {
  // 0: the size in the header of the data. Raw data has no header.
  if (windowBits === 0 && (mode === modes.Inflate || mode === modes.Gunzip || mode === modes.Unzip))
    return 0;
  const least = mode === modes.Gzip ? 9 : 8;
  const bits = checkRangesOrGetDefault(windowBits, 'options.windowBits', least, 15, 15);
  // zlib takes 8 as 9 in its own format, and refuses it for raw data.
  return bits === 8 && mode === modes.DeflateRaw ? 9 : bits;
}

function paramsOf(mode, { params }) {
  const numbers = new SafeArray();
  const seen = new SafeSet();
  const keys = params ? ObjectKeys(params) : [];
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i];
    const number = +key;
    if (!(number >= 0 && number <= MOST_KEY[mode]) || number % 1 !== 0 || seen.has(number)) {
      const { ERR_BROTLI_INVALID_PARAM, ERR_ZSTD_INVALID_PARAM } = codes;
      throw formatOf(mode) === BROTLI ? new ERR_BROTLI_INVALID_PARAM(key) :
        new ERR_ZSTD_INVALID_PARAM(key);
    }
    const value = params[key];
    if (typeof value !== 'number' && typeof value !== 'boolean')
      throw new codes.ERR_INVALID_ARG_TYPE('options.params[key]', 'number', value);
    seen.add(number);
    if ((value | 0) !== UNSET)
      numbers.push(number, value | 0);
  }
  return numbers;
}

function coded(Class, code, message) {
  const error = new Class(message);
  return setOwnProperty(error, 'code', code);
}

function pledgedOf({ pledgedSrcSize }) {
  if (pledgedSrcSize === undefined)
    return UNSET;
  if (typeof pledgedSrcSize !== 'number')
    throw coded(primordials.TypeError, 'ERR_INVALID_ARG_TYPE', 'pledgedSrcSize must be a number');
  if (!NumberIsSafeInteger(pledgedSrcSize))
    throw coded(primordials.RangeError, 'ERR_OUT_OF_RANGE',
                'pledgedSrcSize must be a safe integer');
  if (pledgedSrcSize < 0)
    throw coded(primordials.RangeError, 'ERR_OUT_OF_RANGE', 'pledgedSrcSize must be non-negative');
  return pledgedSrcSize;
}

// The options that a format has of its own.
function readFormatOptions(settings, options) {
  const { mode, format } = settings;
  if (format === ZLIB) {
    const windowBits = windowBitsOf(mode, options);
    settings.level = checkRangesOrGetDefault(options.level, 'options.level', -1, 9, -1);
    const memLevel = checkRangesOrGetDefault(options.memLevel, 'options.memLevel', 1, 9, 8);
    settings.strategy = checkRangesOrGetDefault(options.strategy, 'options.strategy', 0, 4, 0);
    settings.numbers = [windowBits, settings.level, memLevel, settings.strategy];
  } else {
    settings.numbers = paramsOf(mode, options);
    if (mode === modes.ZstdCompress)
      settings.pledged = pledgedOf(options);
  }
}

function readCommonOptions(settings, options) {
  const { format } = settings;
  settings.chunkSize = chunkSizeOf(options);
  settings.flush = checkRangesOrGetDefault(options.flush, 'options.flush', 0, format.most,
                                           format.flush);
  settings.finish = checkRangesOrGetDefault(options.finishFlush, 'options.finishFlush', 0,
                                            format.most, format.finish);
  settings.most = checkRangesOrGetDefault(options.maxOutputLength, 'options.maxOutputLength', 1,
                                          limits.most, limits.most);
  settings.info = options.info;
  if (options.rejectGarbageAfterEnd !== undefined) {
    validateBoolean(options.rejectGarbageAfterEnd, 'options.rejectGarbageAfterEnd');
    settings.onlyOne = options.rejectGarbageAfterEnd;
  }
  settings.dictionary = dictionaryOf(options);
}

// The settings of a coder. Options are read in Node's order: the first wrong one is reported.
function readOptions(mode, options) {
  options ||= { __proto__: null };
  const settings = {
    __proto__: null,
    mode,
    format: formatOf(mode),
    chunkSize: undefined,
    flush: undefined,
    finish: undefined,
    most: undefined,
    info: undefined,
    level: UNSET,
    strategy: 0,
    numbers: undefined,
    dictionary: undefined,
    pledged: UNSET,
    onlyOne: false,
  };
  readFormatOptions(settings, options);
  readCommonOptions(settings, options);
  return settings;
}

let hasListener = false;

function openCoder(settings) {
  if (!hasListener) {
    hasListener = true;
    // One function for all jobs: it calls the function of the coder.
    binding.events((coder, left, made, message, errno, code) => {
      coder.ondone(left, made, message, errno, code);
    });
  }
  const { mode, numbers, dictionary, pledged, onlyOne } = settings;
  const parameters = new Int32Array(numbers.length);
  for (let i = 0; i < numbers.length; i++)
    parameters[i] = numbers[i];
  const coder = binding.open(mode, parameters, dictionary, pledged, onlyOne);
  if (typeof coder === 'string')
    throw genericNodeError(coder, { __proto__: null, code: 'ERR_ZLIB_INITIALIZATION_FAILED' });
  return coder;
}

// write() and whole() return a message when an argument is wrong.
function check(result) {
  if (typeof result === 'string')
    throw coded(primordials.RangeError, 'ERR_OUT_OF_RANGE', result);
  return result;
}

// Bytes that a job on the pool may read. Memory that can shrink is copied: the engine unmaps its
// pages at once.
function stableBytes(bytes) {
  if (!isResizable(bytes))
    return bytes;
  const view = byteView(bytes);
  const copy = new Uint8Array(TypedArrayPrototypeGetLength.call(view));
  TypedArrayPrototypeSet.call(copy, view);
  return copy;
}

const failure = (message, errno, code) =>
  genericNodeError(message, { __proto__: null, errno, code });

// The result of whole() as a Buffer; throws its error.
function bufferOf(settings, made, message, errno, code) {
  if (message !== undefined)
    throw failure(message, errno, code);
  if (made === null)
    throw new codes.ERR_BUFFER_TOO_LARGE(settings.most);
  if (made === undefined)
    throw new codes.ERR_MEMORY_ALLOCATION_FAILED();
  return new FastBuffer(made);
}

module.exports = {
  bufferOf, check, failure, limits, modes, openCoder, readOptions, stableBytes,
};
