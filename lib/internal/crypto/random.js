'use strict';
// Random bytes, numbers and UUIDs, all from the kernel.
// (1) randomInt() and randomUUID() take bytes from a block that one system call fills.
// (2) The bytes of a block are used once.

const {
  ArrayBufferIsView: isView, DateNow, MathFloor, MathMin,
  NumberIsSafeInteger: isSafeInteger, NumberPrototypeToString, SafeArray, StringPrototypeSlice,
  TypedArrayPrototypeGetSymbolToStringTag,
} = primordials;
const {
  codes: { ERR_INVALID_ARG_TYPE, ERR_OPERATION_FAILED, ERR_OUT_OF_RANGE },
} = require('internal/errors');
const { validateBoolean, validateFunction, validateNumber, validateObject } =
  require('internal/validators');
const { FastBuffer } = require('internal/buffer');
const { sizeOf } = require('internal/util/bytes');
const { isAnyArrayBuffer } = require('internal/util/types');
const { lazyDOMException } = require('internal/util');
const binding = internalBinding('crypto');

const MOST = 0x7fffffff;

function fill(buf, offset, size) {
  if (size > 0 && binding.randomFill(buf, offset, size, undefined) === null)
    throw new ERR_OPERATION_FAILED('no random bytes');
  return buf;
}

function fillAsync(buf, offset, size, callback, value) {
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
  fillAsync(buf, 0, size, callback, buf);
}

function checkTarget(buf) {
  if (!isView(buf) && !isAnyArrayBuffer(buf))
    throw new ERR_INVALID_ARG_TYPE('buf', ['ArrayBuffer', 'ArrayBufferView'], buf);
}

// Offset and size count elements of the view; the result is in bytes.
function range(buf, offset, size) {
  const unit = buf.BYTES_PER_ELEMENT || 1;
  const length = sizeOf(buf);
  offset = checkOffset(offset, unit, length);
  size = size === undefined ? length - offset : checkSize(size, unit, offset, length);
  return { __proto__: null, offset, size };
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
  fillAsync(buf, offset, size, callback, buf);
}

// ---- Numbers ----

const MAX_RANGE = 2 ** 48 - 1;
const BLOCK_SIZE = 6 * 1024;
const block = new FastBuffer(BLOCK_SIZE);
let used = BLOCK_SIZE;

function uint48() {
  if (used === BLOCK_SIZE) {
    fill(block, 0, BLOCK_SIZE);
    used = 0;
  }
  let value = 0;
  for (const end = used + 6; used < end; used++)
    value = value * 256 + block[used];
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

const HEX = new SafeArray();
for (let i = 0; i < 256; i++)
  HEX.push(StringPrototypeSlice.call(NumberPrototypeToString.call(i + 256, 16), 1));

const UUIDS = 128;
let uuidBlock;
let uuidAt = 16 * UUIDS; // where in the block the next one is

// Bytes of a UUID, from uuidAt on; nextUuid() comes after it.
function uuidBytes(isUncached) {
  uuidBlock ??= new FastBuffer(16 * UUIDS);
  if (uuidAt === 16 * UUIDS) {
    fill(uuidBlock, 0, 16 * UUIDS);
    uuidAt = 0;
  }
  if (isUncached)
    fill(uuidBlock, uuidAt, 16);
  return uuidBlock;
}

// The text of the UUID at uuidAt.
function nextUuid(b) {
  const i = uuidAt;
  uuidAt += 16;
  return HEX[b[i]] + HEX[b[i + 1]] + HEX[b[i + 2]] + HEX[b[i + 3]] + '-' + HEX[b[i + 4]] +
    HEX[b[i + 5]] + '-' + HEX[b[i + 6]] + HEX[b[i + 7]] + '-' + HEX[b[i + 8]] + HEX[b[i + 9]] +
    '-' + HEX[b[i + 10]] + HEX[b[i + 11]] + HEX[b[i + 12]] + HEX[b[i + 13]] + HEX[b[i + 14]] +
    HEX[b[i + 15]];
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
  const b = uuidBytes(isUncached(options));
  b[uuidAt + 6] = (b[uuidAt + 6] & 0x0f) | 0x40;
  b[uuidAt + 8] = (b[uuidAt + 8] & 0x3f) | 0x80;
  return nextUuid(b);
}

// Version 7: the first 48 bits are milliseconds since 1970, so UUIDs sort by time.
function randomUUIDv7(options) {
  const b = uuidBytes(isUncached(options));
  let time = DateNow();
  for (let i = 5; i >= 0; i--) {
    b[uuidAt + i] = time % 256;
    time = MathFloor(time / 256);
  }
  b[uuidAt + 6] = (b[uuidAt + 6] & 0x0f) | 0x70;
  b[uuidAt + 8] = (b[uuidAt + 8] & 0x3f) | 0x80;
  return nextUuid(b);
}

const INTEGERS = {
  __proto__: null,
  Int8Array: true, Uint8Array: true, Uint8ClampedArray: true, Int16Array: true, Uint16Array: true,
  Int32Array: true, Uint32Array: true, BigInt64Array: true, BigUint64Array: true,
};

function getRandomValues(array) {
  if (INTEGERS[TypedArrayPrototypeGetSymbolToStringTag.call(array)] !== true)
    throw lazyDOMException(
      'The data argument must be an integer-type TypedArray', 'TypeMismatchError');
  const size = sizeOf(array);
  if (size > 65536) {
    const { QuotaExceededError } = require('internal/quota_exceeded_error');
    throw new QuotaExceededError('The requested length exceeds 65,536 bytes');
  }
  return fill(array, 0, size);
}

module.exports = {
  getRandomValues,
  get pseudoRandomBytes() {
    return require('internal/util').deprecate(
      randomBytes, 'crypto.pseudoRandomBytes is deprecated.', 'DEP0115');
  },
  randomBytes, randomFill, randomFillSync, randomInt, randomUUID, randomUUIDv7,
};
