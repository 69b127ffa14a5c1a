'use strict';
// Random bytes, numbers and UUIDs, all from the kernel.
// (1) What is small is taken from a block fetched at once: one system call serves many.
// (2) A block's bytes are used once and cleared as they are handed out where they are secrets to
// keep.

const {
  ArrayBufferIsView: isView, ArrayPrototypeIncludes, ArrayPrototypePush, DateNow, MathFloor,
  MathMin, NumberIsSafeInteger: isSafeInteger, NumberPrototypeToString, ObjectPrototypeToString,
  StringPrototypeSlice,
} = primordials;
const {
  codes: { ERR_INVALID_ARG_TYPE, ERR_OPERATION_FAILED, ERR_OUT_OF_RANGE },
} = require('internal/errors');
const { validateBoolean, validateFunction, validateNumber, validateObject } =
  require('internal/validators');
const { FastBuffer } = require('internal/buffer');
const { isAnyArrayBuffer } = require('internal/crypto/util');
const { lazyDOMException } = require('internal/util');
const binding = internalBinding('crypto');

const MOST = 0x7fffffff;

function fill(buf, offset, size) {
  if (size > 0 && binding.randomFill(buf, offset, size, undefined) === null)
    throw new ERR_OPERATION_FAILED('no random bytes');
  return buf;
}

function fillLater(buf, offset, size, callback, value) {
  binding.randomFill(buf, offset, size, (result) => {
    if (result === null)
      callback(new ERR_OPERATION_FAILED('no random bytes'));
    else
      callback(null, value);
  });
}

function checkSize(size, unit, offset, length) {
  validateNumber(size, 'size');
  size *= unit;
  if (size !== size || size > MOST || size < 0)
    throw new ERR_OUT_OF_RANGE('size', `>= 0 && <= ${MOST}`, size);
  if (size + offset > length)
    throw new ERR_OUT_OF_RANGE('size + offset', `<= ${length}`, size + offset);
  return MathFloor(size);
}

function checkOffset(offset, unit, length) {
  validateNumber(offset, 'offset');
  offset *= unit;
  const most = MathMin(length, MOST);
  if (offset !== offset || offset > most || offset < 0)
    throw new ERR_OUT_OF_RANGE('offset', `>= 0 && <= ${most}`, offset);
  return MathFloor(offset);
}

function randomBytes(size, callback) {
  size = checkSize(size, 1, 0, Infinity);
  if (callback !== undefined)
    validateFunction(callback, 'callback');
  const buf = new FastBuffer(size);
  if (callback === undefined)
    return fill(buf, 0, size);
  fillLater(buf, 0, size, callback, buf);
}

function checkTarget(buf) {
  if (!isView(buf) && !isAnyArrayBuffer(buf))
    throw new ERR_INVALID_ARG_TYPE('buf', ['ArrayBuffer', 'ArrayBufferView'], buf);
}

// Offset and size count elements of the view.
function range(buf, offset, size) {
  const unit = buf.BYTES_PER_ELEMENT || 1;
  offset = checkOffset(offset, unit, buf.byteLength);
  size = size === undefined ? buf.byteLength - offset :
    checkSize(size, unit, offset, buf.byteLength);
  return { offset, size };
}

function randomFillSync(buf, offset = 0, size) {
  checkTarget(buf);
  ({ offset, size } = range(buf, offset, size));
  return fill(buf, offset, size);
}

function randomFill(buf, offset, size, callback) {
  checkTarget(buf);
  if (typeof offset === 'function') {
    callback = offset;
    offset = 0;
    size = undefined;
  } else if (typeof size === 'function') {
    callback = size;
    size = undefined;
  } else {
    validateFunction(callback, 'callback');
  }
  ({ offset, size } = range(buf, offset, size));
  if (size === 0) {
    process.nextTick(callback, null, buf);
    return;
  }
  fillLater(buf, offset, size, callback, buf);
}

// ---- Numbers ----

const MAX_RANGE = 2 ** 48 - 1;
const block = new FastBuffer(6 * 1024);
let used = block.length;

function uint48() {
  if (used === block.length) {
    fill(block, 0, block.length);
    used = 0;
  }
  const value = block.readUIntBE(used, 6);
  used += 6;
  return value;
}

function checkInts(min, max) {
  if (!isSafeInteger(min))
    throw new ERR_INVALID_ARG_TYPE('min', 'a safe integer', min);
  if (!isSafeInteger(max))
    throw new ERR_INVALID_ARG_TYPE('max', 'a safe integer', max);
  if (max <= min)
    throw new ERR_OUT_OF_RANGE('max', `greater than the value of "min" (${min})`, max);
}

function randomInt(min, max, callback) {
  const isMinGiven = max !== undefined && typeof max !== 'function';
  if (!isMinGiven) {
    callback = max;
    max = min;
    min = 0;
  }
  if (callback !== undefined)
    validateFunction(callback, 'callback');
  checkInts(min, max);
  const size = max - min;
  if (size > MAX_RANGE)
    throw new ERR_OUT_OF_RANGE(isMinGiven ? 'max - min' : 'max', `<= ${MAX_RANGE}`, size);
  // Values above the last whole multiple would make the small ones likelier.
  const limit = MAX_RANGE + 1 - (MAX_RANGE + 1) % size;
  let value = uint48();
  while (value >= limit)
    value = uint48();
  value = value % size + min;
  if (callback === undefined)
    return value;
  process.nextTick(callback, undefined, value);
}

// ---- UUIDs ----

const HEX = [];
for (let i = 0; i < 256; i++)
  ArrayPrototypePush.call(
    HEX, StringPrototypeSlice.call(NumberPrototypeToString.call(i + 256, 16), 1));

const UUIDS = 128;
let ids;
let nextId = UUIDS;

function sixteen(isUncached) {
  if (isUncached)
    return fill(new FastBuffer(16), 0, 16);
  ids ??= new FastBuffer(16 * UUIDS);
  if (nextId === UUIDS) {
    fill(ids, 0, ids.length);
    nextId = 0;
  }
  const start = 16 * nextId++;
  return ids.subarray(start, start + 16);
}

function uuidText(b) {
  let text = '';
  for (let i = 0; i < 16; i++) {
    text += HEX[b[i]];
    if (i === 3 || i === 5 || i === 7 || i === 9)
      text += '-';
  }
  return text;
}

function isUncached(options) {
  if (options === undefined)
    return false;
  validateObject(options, 'options');
  const { disableEntropyCache = false } = options;
  validateBoolean(disableEntropyCache, 'options.disableEntropyCache');
  return disableEntropyCache;
}

function randomUUID(options) {
  const b = sixteen(isUncached(options));
  b[6] = (b[6] & 0x0f) | 0x40;
  b[8] = (b[8] & 0x3f) | 0x80;
  return uuidText(b);
}

// Version 7: milliseconds since 1970 in front, so that ids sort by their time.
function randomUUIDv7(options) {
  const b = sixteen(isUncached(options));
  b.writeUIntBE(DateNow(), 0, 6);
  b[6] = (b[6] & 0x0f) | 0x70;
  b[8] = (b[8] & 0x3f) | 0x80;
  return uuidText(b);
}

const INTEGERS = ['Int8Array', 'Uint8Array', 'Uint8ClampedArray', 'Int16Array', 'Uint16Array',
                  'Int32Array', 'Uint32Array', 'BigInt64Array', 'BigUint64Array'];

function getRandomValues(array) {
  const tag = StringPrototypeSlice.call(ObjectPrototypeToString.call(array), 8, -1);
  if (!isView(array) || !ArrayPrototypeIncludes.call(INTEGERS, tag))
    throw lazyDOMException(
      'The data argument must be an integer-type TypedArray', 'TypeMismatchError');
  if (array.byteLength > 65536)
    throw lazyDOMException('The requested length exceeds 65,536 bytes', 'QuotaExceededError');
  return fill(array, 0, array.byteLength);
}

module.exports = {
  getRandomValues, randomBytes, randomFill, randomFillSync, randomInt, randomUUID, randomUUIDv7,
};
