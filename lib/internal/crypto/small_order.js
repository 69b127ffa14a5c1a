'use strict';
// Points of Ed25519 and Ed448 of small order (one that divides the cofactor). For such a public key
// anybody can make a valid signature, so Web Crypto's verify() rejects these points as key and as
// first half of a signature. OpenSSL accepts them.

const { TypedArrayPrototypeGetLength } = primordials;
const { hex } = require('internal/buffer/codec');

const text = (digits, count) => {
  let made = '';
  for (let i = 0; i < count; i++)
    made += digits;
  return made;
};

// The encodings, without the sign bit, which is the highest bit of the last byte. Numbers equal to
// or above the prime are alternative encodings of small ones.
const POINTS = {
  __proto__: null,
  Ed25519: {
    '__proto__': null,
    [text('00', 32)]: true,
    [`01${text('00', 31)}`]: true,
    '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05': true,
    'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a': true,
    [`ec${text('ff', 30)}7f`]: true,
    [`ed${text('ff', 30)}7f`]: true,
    [`ee${text('ff', 30)}7f`]: true,
  },
  Ed448: {
    __proto__: null,
    [text('00', 57)]: true,
    [`01${text('00', 56)}`]: true,
    [`fe${text('ff', 27)}fe${text('ff', 27)}00`]: true,
    [`${text('ff', 28)}fe${text('ff', 27)}00`]: true,
    [`${text('00', 28)}${text('ff', 28)}00`]: true,
  },
};

// Whether the bytes begin with such a point. They are changed.
function isSmallOrder(name, bytes) {
  const size = name === 'Ed25519' ? 32 : 57;
  if (TypedArrayPrototypeGetLength.call(bytes) < size)
    return false;
  bytes[size - 1] &= 0x7f;
  return POINTS[name][hex.slice(bytes, 0, size)] === true;
}

module.exports = { isSmallOrder };
