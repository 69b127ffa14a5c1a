'use strict';
// Numbers in a buffer: every read* and write* method of Buffer.prototype. Loaded when the first of
// them is called (internal/buffer/lazy_numbers).
// (1) An offset is checked only when the bytes at it do not exist: the hot path is the loads
//     themselves, and the reason is found out afterwards.
// (2) Integers are put together with 32-bit operations as far as those reach, then with products.
// (3) Floats and bigints go through one shared 8-byte scratch: no view is made per call.

const {
  BigInt64Array, BigUint64Array, Float32Array, Float64Array, MathFloor: floor,
  TypedArrayPrototypeGetBuffer, Uint8Array,
} = primordials;
const {
  codes: { ERR_BUFFER_OUT_OF_BOUNDS, ERR_INVALID_ARG_TYPE, ERR_OUT_OF_RANGE },
} = require('internal/errors');
const { lengthOf } = require('internal/buffer/codec');

const bytes = new Uint8Array(8);
const memory = TypedArrayPrototypeGetBuffer.call(bytes);
const float = new Float32Array(memory, 0, 1);
const double = new Float64Array(memory);
const big = new BigUint64Array(memory);
const bigSigned = new BigInt64Array(memory);
float[0] = 1;
const isBigEndian = bytes[3] === 0;

function badNumber(value, name) {
  if (typeof value !== 'number')
    throw new ERR_INVALID_ARG_TYPE(name, 'number', value);
}

// Always throws: which error depends on what is wrong with the offset.
function badOffset(offset, last) {
  badNumber(offset, 'offset');
  if (floor(offset) !== offset)
    throw new ERR_OUT_OF_RANGE('offset', 'an integer', offset);
  if (last < 0)
    throw new ERR_BUFFER_OUT_OF_BOUNDS();
  throw new ERR_OUT_OF_RANGE('offset', `>= 0 and <= ${last}`, offset);
}

function badLength(length) {
  badNumber(length, 'byteLength');
  if (floor(length) !== length)
    throw new ERR_OUT_OF_RANGE('byteLength', 'an integer', length);
  throw new ERR_OUT_OF_RANGE('byteLength', '>= 1 and <= 6', length);
}

function badValue(value, size, signed) {
  const n = typeof value === 'bigint' ? 'n' : '';
  const bits = size * 8;
  let range;
  if (size <= 4)
    range = signed ? `>= ${-(2 ** (bits - 1))} and <= ${2 ** (bits - 1) - 1}` :
      `>= 0 and <= ${2 ** bits - 1}`;
  else if (signed)
    range = `>= -(2${n} ** ${bits - 1}${n}) and < 2${n} ** ${bits - 1}${n}`;
  else
    range = `>= 0${n} and < 2${n} ** ${bits}${n}`;
  throw new ERR_OUT_OF_RANGE('value', range, value);
}

const need = (buf, offset, size) => {
  if (typeof offset !== 'number' || buf[offset] === undefined ||
      buf[offset + size - 1] === undefined)
    badOffset(offset, lengthOf(buf) - size);
};

const read16LE = (b, o) => b[o] | b[o + 1] << 8;
const read16BE = (b, o) => b[o] << 8 | b[o + 1];
const read32LE = (b, o) => b[o] | b[o + 1] << 8 | b[o + 2] << 16 | b[o + 3] << 24;
const read32BE = (b, o) => b[o] << 24 | b[o + 1] << 16 | b[o + 2] << 8 | b[o + 3];

function write16LE(b, value, o) {
  b[o] = value;
  b[o + 1] = value >>> 8;
  return o + 2;
}

function write16BE(b, value, o) {
  b[o] = value >>> 8;
  b[o + 1] = value;
  return o + 2;
}

function write32LE(b, value, o) {
  b[o] = value;
  b[o + 1] = value >>> 8;
  b[o + 2] = value >>> 16;
  b[o + 3] = value >>> 24;
  return o + 4;
}

function write32BE(b, value, o) {
  b[o] = value >>> 24;
  b[o + 1] = value >>> 16;
  b[o + 2] = value >>> 8;
  b[o + 3] = value;
  return o + 4;
}

// One to six bytes. Two's complement wraps by itself: a negative value is written modulo 2 ** bits.
function checkSized(buf, offset, size) {
  if (offset === undefined)
    throw new ERR_INVALID_ARG_TYPE('offset', 'number', offset);
  if (typeof size !== 'number' || size < 1 || size > 6 || floor(size) !== size)
    badLength(size);
  need(buf, offset, size);
}

function readLE(buf, offset, size) {
  checkSized(buf, offset, size);
  let value = 0;
  while (size > 0)
    value = value * 256 + buf[offset + --size];
  return value;
}

function readBE(buf, offset, size) {
  checkSized(buf, offset, size);
  let value = 0;
  for (let i = 0; i < size; i++)
    value = value * 256 + buf[offset + i];
  return value;
}

const signed = (value, size) => (value >= 2 ** (8 * size - 1) ? value - 2 ** (8 * size) : value);

function checkRange(value, size, isSigned) {
  const low = isSigned ? -(2 ** (8 * size - 1)) : 0;
  const high = isSigned ? 2 ** (8 * size - 1) - 1 : 2 ** (8 * size) - 1;
  if (value > high || value < low)
    badValue(value, size, isSigned);
}

function writeLE(buf, value, offset, size, isSigned) {
  if (typeof size !== 'number' || size < 1 || size > 6 || floor(size) !== size)
    badLength(size);
  value = +value;
  checkRange(value, size, isSigned);
  checkSized(buf, offset, size);
  for (let i = 0; i < size; i++) {
    buf[offset + i] = value;
    value = floor(value / 256);
  }
  return offset + size;
}

function writeBE(buf, value, offset, size, isSigned) {
  if (typeof size !== 'number' || size < 1 || size > 6 || floor(size) !== size)
    badLength(size);
  value = +value;
  checkRange(value, size, isSigned);
  checkSized(buf, offset, size);
  for (let i = size - 1; i >= 0; i--) {
    buf[offset + i] = value;
    value = floor(value / 256);
  }
  return offset + size;
}

// Between the scratch and a buffer, in the machine's order or against it.
function load(buf, offset, size, reversed) {
  need(buf, offset, size);
  if (reversed) {
    for (let i = 0; i < size; i++)
      bytes[size - 1 - i] = buf[offset + i];
  } else {
    for (let i = 0; i < size; i++)
      bytes[i] = buf[offset + i];
  }
}

function store(buf, offset, size, reversed) {
  need(buf, offset, size);
  if (reversed) {
    for (let i = 0; i < size; i++)
      buf[offset + i] = bytes[size - 1 - i];
  } else {
    for (let i = 0; i < size; i++)
      buf[offset + i] = bytes[i];
  }
  return offset + size;
}

function loadScratch(scratch, size, reversed) {
  return function(offset = 0) {
    load(this, offset, size, reversed);
    return scratch[0];
  };
}

function storeScratch(scratch, size, reversed) {
  return function(value, offset = 0) {
    scratch[0] = value;
    return store(this, offset, size, reversed);
  };
}

function storeBig(scratch, isSigned, reversed) {
  const low = isSigned ? -(2n ** 63n) : 0n;
  const high = isSigned ? 2n ** 63n - 1n : 2n ** 64n - 1n;
  return function(value, offset = 0) {
    if (value > high || value < low)
      badValue(value, 8, isSigned);
    if (typeof value !== 'bigint')
      throw new primordials.TypeError(
        'Cannot mix BigInt and other types, use explicit conversions');
    scratch[0] = value;
    return store(this, offset, 8, reversed);
  };
}

const methods = {
  readBigUInt64LE: loadScratch(big, 8, isBigEndian),
  readBigUInt64BE: loadScratch(big, 8, !isBigEndian),
  readBigInt64LE: loadScratch(bigSigned, 8, isBigEndian),
  readBigInt64BE: loadScratch(bigSigned, 8, !isBigEndian),
  writeBigUInt64LE: storeBig(big, false, isBigEndian),
  writeBigUInt64BE: storeBig(big, false, !isBigEndian),
  writeBigInt64LE: storeBig(bigSigned, true, isBigEndian),
  writeBigInt64BE: storeBig(bigSigned, true, !isBigEndian),

  readUIntLE(offset, byteLength) { return readLE(this, offset, byteLength); },
  readUInt32LE(offset = 0) { need(this, offset, 4); return read32LE(this, offset) >>> 0; },
  readUInt16LE(offset = 0) { need(this, offset, 2); return read16LE(this, offset); },
  readUInt8(offset = 0) {
    const value = this[offset];
    if (typeof offset !== 'number' || value === undefined)
      badOffset(offset, lengthOf(this) - 1);
    return value;
  },
  readUIntBE(offset, byteLength) { return readBE(this, offset, byteLength); },
  readUInt32BE(offset = 0) { need(this, offset, 4); return read32BE(this, offset) >>> 0; },
  readUInt16BE(offset = 0) { need(this, offset, 2); return read16BE(this, offset); },

  readIntLE(offset, byteLength) { return signed(readLE(this, offset, byteLength), byteLength); },
  readInt32LE(offset = 0) { need(this, offset, 4); return read32LE(this, offset); },
  readInt16LE(offset = 0) { need(this, offset, 2); return read16LE(this, offset) << 16 >> 16; },
  readInt8(offset = 0) { need(this, offset, 1); return this[offset] << 24 >> 24; },
  readIntBE(offset, byteLength) { return signed(readBE(this, offset, byteLength), byteLength); },
  readInt32BE(offset = 0) { need(this, offset, 4); return read32BE(this, offset); },
  readInt16BE(offset = 0) { need(this, offset, 2); return read16BE(this, offset) << 16 >> 16; },

  writeUIntLE(value, offset, byteLength) {
    return writeLE(this, value, offset, byteLength, false); },
  writeUInt32LE(value, offset = 0) {
    value = +value;
    if (value > 0xffffffff || value < 0)
      badValue(value, 4, false);
    need(this, offset, 4);
    return write32LE(this, value, offset);
  },
  writeUInt16LE(value, offset = 0) {
    value = +value;
    if (value > 0xffff || value < 0)
      badValue(value, 2, false);
    need(this, offset, 2);
    return write16LE(this, value, offset);
  },
  writeUInt8(value, offset = 0) {
    value = +value;
    if (value > 0xff || value < 0)
      badValue(value, 1, false);
    need(this, offset, 1);
    this[offset] = value;
    return offset + 1;
  },
  writeUIntBE(value, offset, byteLength) {
    return writeBE(this, value, offset, byteLength, false); },
  writeUInt32BE(value, offset = 0) {
    value = +value;
    if (value > 0xffffffff || value < 0)
      badValue(value, 4, false);
    need(this, offset, 4);
    return write32BE(this, value, offset);
  },
  writeUInt16BE(value, offset = 0) {
    value = +value;
    if (value > 0xffff || value < 0)
      badValue(value, 2, false);
    need(this, offset, 2);
    return write16BE(this, value, offset);
  },

  writeIntLE(value, offset, byteLength) { return writeLE(this, value, offset, byteLength, true); },
  writeInt32LE(value, offset = 0) {
    value = +value;
    if (value > 0x7fffffff || value < -0x80000000)
      badValue(value, 4, true);
    need(this, offset, 4);
    return write32LE(this, value, offset);
  },
  writeInt16LE(value, offset = 0) {
    value = +value;
    if (value > 0x7fff || value < -0x8000)
      badValue(value, 2, true);
    need(this, offset, 2);
    return write16LE(this, value, offset);
  },
  writeInt8(value, offset = 0) {
    value = +value;
    if (value > 0x7f || value < -0x80)
      badValue(value, 1, true);
    need(this, offset, 1);
    this[offset] = value;
    return offset + 1;
  },
  writeIntBE(value, offset, byteLength) { return writeBE(this, value, offset, byteLength, true); },
  writeInt32BE(value, offset = 0) {
    value = +value;
    if (value > 0x7fffffff || value < -0x80000000)
      badValue(value, 4, true);
    need(this, offset, 4);
    return write32BE(this, value, offset);
  },
  writeInt16BE(value, offset = 0) {
    value = +value;
    if (value > 0x7fff || value < -0x8000)
      badValue(value, 2, true);
    need(this, offset, 2);
    return write16BE(this, value, offset);
  },

  readFloatLE: loadScratch(float, 4, isBigEndian),
  readFloatBE: loadScratch(float, 4, !isBigEndian),
  readDoubleLE: loadScratch(double, 8, isBigEndian),
  readDoubleBE: loadScratch(double, 8, !isBigEndian),
  writeFloatLE: storeScratch(float, 4, isBigEndian),
  writeFloatBE: storeScratch(float, 4, !isBigEndian),
  writeDoubleLE: storeScratch(double, 8, isBigEndian),
  writeDoubleBE: storeScratch(double, 8, !isBigEndian),
};

module.exports = { methods };
