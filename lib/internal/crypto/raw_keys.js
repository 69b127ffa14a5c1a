'use strict';
// Raw keys: the bytes of Ed25519, X25519, Ed448 and X448 keys, the point or the number of an EC
// key.

const {
  TypedArrayPrototypeGetLength, TypedArrayPrototypeSet, SafeArray, Uint8Array,
} = primordials;
const {
  codes: {
    ERR_CRYPTO_INCOMPATIBLE_KEY_OPTIONS, ERR_CRYPTO_INVALID_CURVE, ERR_INVALID_ARG_TYPE,
    ERR_INVALID_ARG_VALUE,
  },
} = require('internal/errors');
const { validateOneOf, validateString } = require('internal/validators');
const { FastBuffer } = require('internal/buffer');
const { sizeOf } = require('internal/util/bytes');
const { dataTypes } = require('internal/crypto/util');
const { isBytes } = require('internal/crypto/keys');
const binding = internalBinding('crypto');

const EDWARDS = { __proto__: null, ed25519: true, ed448: true, x25519: true, x448: true };

// Types of keys that have no raw form.
const OTHERS = { '__proto__': null, 'rsa': true, 'rsa-pss': true, 'dsa': true, 'dh': true };

function unknownType(type) {
  const error = new ERR_INVALID_ARG_VALUE('key.asymmetricKeyType', type);
  error.message = `Invalid asymmetricKeyType: ${type}`;
  return error;
}

function ecBytes(handle, isPublic, type) {
  const group = binding.keyText(handle, 'group');
  const secret = binding.keyNumber(handle, 'priv');
  if (!isPublic) {
    const bytes = new Uint8Array(secret);
    const size = (binding.keyBits(handle) + 7) >> 3;
    const padded = new FastBuffer(size);
    TypedArrayPrototypeSet.call(padded, bytes, size - TypedArrayPrototypeGetLength.call(bytes));
    return padded;
  }
  const size = (binding.keyBits(handle) + 7) >> 3;
  const x = new Uint8Array(binding.keyNumber(handle, 'qx'));
  const y = new Uint8Array(binding.keyNumber(handle, 'qy'));
  const point = new Uint8Array(1 + 2 * size);
  point[0] = 4;
  TypedArrayPrototypeSet.call(point, x, 1 + size - TypedArrayPrototypeGetLength.call(x));
  TypedArrayPrototypeSet.call(point, y, 1 + 2 * size - TypedArrayPrototypeGetLength.call(y));
  return new FastBuffer(binding.ecConvert(group, point, type === 'compressed' ? 2 : 4));
}

function rawBytes(handle, isPublic, type) {
  return binding.keyType(handle) === 'ec' ? ecBytes(handle, isPublic, type) :
    new FastBuffer(binding.keyRaw(handle, isPublic));
}

function prepareRawExport(options, keyType, isPublic) {
  const { format, type, passphrase, cipher } = options;
  if (passphrase !== undefined || cipher !== undefined)
    throw new ERR_CRYPTO_INCOMPATIBLE_KEY_OPTIONS(format, 'does not support encryption');
  if (format === 'raw-seed' || (keyType !== 'ec' && EDWARDS[keyType] !== true)) {
    throw new ERR_CRYPTO_INCOMPATIBLE_KEY_OPTIONS(
      format, `is not supported for ${keyType} keys`);
  }
  if (keyType === 'ec' && isPublic)
    validateOneOf(type, 'options.type', [undefined, 'compressed', 'uncompressed']);
  return (handle) => rawBytes(handle, isPublic, type);
}

function importEc(options, isPublic) {
  const { key, namedCurve } = options;
  validateString(namedCurve, 'key.namedCurve');
  const group = binding.ecCurve(namedCurve);
  if (group === undefined)
    throw new ERR_CRYPTO_INVALID_CURVE();
  const list = new SafeArray();
  list.push('group', group);
  if (isPublic) {
    list.push('point', key);
  } else {
    const made = binding.ecGenerate(group, key);
    // In as many bytes as the order has.
    if (made === undefined || sizeOf(made[1]) !== sizeOf(key))
      return undefined;
    list.push('point', made[0], 'priv', key);
  }
  return binding.keyFromNumbers('ec', !isPublic, list);
}

// A Key of the binding.
function importRaw(options, isPrivate) {
  const { key, format, asymmetricKeyType } = options;
  if (!isBytes(key))
    throw new ERR_INVALID_ARG_TYPE('key.key', dataTypes, key);
  validateString(asymmetricKeyType, 'key.asymmetricKeyType');
  const isPublic = format === 'raw-public';
  if (isPrivate && isPublic)
    throw new ERR_INVALID_ARG_VALUE('key.format', format);
  if (asymmetricKeyType !== 'ec' && EDWARDS[asymmetricKeyType] !== true &&
      OTHERS[asymmetricKeyType] !== true)
    throw unknownType(asymmetricKeyType);
  if (format === 'raw-seed' ||
      (asymmetricKeyType !== 'ec' && EDWARDS[asymmetricKeyType] !== true)) {
    throw new ERR_CRYPTO_INCOMPATIBLE_KEY_OPTIONS(
      format, `is not supported for ${asymmetricKeyType} keys`);
  }
  const handle = asymmetricKeyType === 'ec' ? importEc(options, isPublic) :
    binding.keyFromRaw(asymmetricKeyType, key, isPublic);
  if (handle === undefined)
    throw new ERR_INVALID_ARG_VALUE('key.key', key, 'is not a valid key');
  return handle;
}

module.exports = { importRaw, prepareRawExport, rawBytes };
