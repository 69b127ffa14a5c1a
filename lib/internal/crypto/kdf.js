'use strict';
// Key derivation: pbkdf2, scrypt and hkdf, on the pool or synchronously.

const {
  codes: {
    ERR_CRYPTO_INVALID_DIGEST, ERR_CRYPTO_INVALID_KEYLEN, ERR_CRYPTO_INVALID_SCRYPT_PARAMS,
    ERR_INCOMPATIBLE_OPTION_PAIR, ERR_INVALID_ARG_TYPE, ERR_OUT_OF_RANGE,
  },
} = require('internal/errors');
const {
  validateFunction, validateInt32, validateInteger, validateString, validateUint32,
} = require('internal/validators');
const { FastBuffer } = require('internal/buffer');
const { bytesOf } = require('internal/crypto/util');
const { sizeOf } = require('internal/util/bytes');
const binding = internalBinding('crypto');

// For the program's callback: the result as a Buffer.
const deliver = (callback) => (error, result) => {
  if (error !== null)
    callback(error);
  else
    callback(null, new FastBuffer(result));
};

function checkPbkdf2(password, salt, iterations, keylen, digest) {
  validateString(digest, 'digest');
  password = bytesOf(password, 'password');
  salt = bytesOf(salt, 'salt');
  validateInt32(iterations, 'iterations', 1);
  validateInt32(keylen, 'keylen', 0);
  return { __proto__: null, password, salt };
}

function startPbkdf2(password, salt, iterations, keylen, digest, callback) {
  const result = binding.pbkdf2(password, salt, keylen, iterations, digest, callback);
  if (result === false)
    throw new ERR_CRYPTO_INVALID_DIGEST(digest);
  return result;
}

function pbkdf2(password, salt, iterations, keylen, digest, callback) {
  if (typeof digest === 'function') {
    callback = digest;
    digest = undefined;
  }
  ({ password, salt } = checkPbkdf2(password, salt, iterations, keylen, digest));
  validateFunction(callback, 'callback');
  startPbkdf2(password, salt, iterations, keylen, digest, deliver(callback));
}

function pbkdf2Sync(password, salt, iterations, keylen, digest) {
  ({ password, salt } = checkPbkdf2(password, salt, iterations, keylen, digest));
  return new FastBuffer(startPbkdf2(password, salt, iterations, keylen, digest, undefined));
}

// Each parameter of scrypt has two names; an options object may have one of them.
const PARAMETERS = [['N', 'cost'], ['r', 'blockSize'], ['p', 'parallelization']];

function scryptParameters(options) {
  const found = { __proto__: null, N: 16384, r: 8, p: 1, maxmem: 32 << 20 };
  if (!options || options === found)
    return found;
  for (let i = 0; i < PARAMETERS.length; i++) {
    const { 0: short, 1: long } = PARAMETERS[i];
    // Each option is read once: a getter could return another value after the check.
    const first = options[short];
    const second = options[long];
    if (first !== undefined)
      validateUint32(first, short);
    if (second !== undefined) {
      if (first !== undefined)
        throw new ERR_INCOMPATIBLE_OPTION_PAIR(short, long);
      validateUint32(second, long);
    }
    found[short] = first || second || found[short];
  }
  const { maxmem } = options;
  if (maxmem !== undefined) {
    validateInteger(maxmem, 'maxmem', 0);
    found.maxmem = maxmem || found.maxmem;
  }
  return found;
}

function startScrypt(password, salt, keylen, options, callback) {
  password = bytesOf(password, 'password');
  salt = bytesOf(salt, 'salt');
  validateInt32(keylen, 'keylen', 0);
  const { N, r, p, maxmem } = scryptParameters(options);
  return () => {
    const result = binding.scrypt(password, salt, keylen, callback, N, r, p, maxmem);
    if (typeof result === 'string')
      throw new ERR_CRYPTO_INVALID_SCRYPT_PARAMS(result === '' ? '' : `: ${result}`);
    return result;
  };
}

function scrypt(password, salt, keylen, options, callback = options) {
  if (callback === options)
    options = undefined;
  const start = startScrypt(
    password, salt, keylen, options, (error, result) => deliver(callback)(error, result));
  validateFunction(callback, 'callback');
  start();
}

function scryptSync(password, salt, keylen, options) {
  return new FastBuffer(startScrypt(password, salt, keylen, options, undefined)());
}

const IKM_TYPES = ['string', 'SecretKeyObject', 'ArrayBuffer', 'TypedArray', 'DataView', 'Buffer'];
const MAX_INFO = 1024;

// Bytes, or a Key of the binding.
function ikmOf(ikm) {
  if (typeof ikm === 'string')
    return bytesOf(ikm, 'ikm');
  const { isBytes, isCryptoKey, isKeyObject, prepareSecretKey } = require('internal/crypto/keys');
  if (!isBytes(ikm) && !isKeyObject(ikm) && !isCryptoKey(ikm))
    throw new ERR_INVALID_ARG_TYPE('ikm', IKM_TYPES, ikm);
  return prepareSecretKey(ikm, undefined, 'ikm');
}

function startHkdf(digest, ikm, salt, info, length, callback) {
  const result = binding.hkdf(ikm, salt, length, info, digest, callback);
  if (result === false)
    throw new ERR_CRYPTO_INVALID_DIGEST(digest);
  if (result === null)
    throw new ERR_CRYPTO_INVALID_KEYLEN();
  return result;
}

function checkHkdf(digest, ikm, salt, info, length) {
  validateString(digest, 'digest');
  ikm = ikmOf(ikm);
  salt = bytesOf(salt, 'salt');
  info = bytesOf(info, 'info');
  validateInteger(length, 'length', 0, 2 ** 31 - 1);
  if (sizeOf(info) > MAX_INFO)
    throw new ERR_OUT_OF_RANGE(
      'info', `must not contain more than ${MAX_INFO} bytes`, sizeOf(info));
  return { __proto__: null, ikm, salt, info };
}

function hkdf(digest, ikm, salt, info, length, callback) {
  ({ ikm, salt, info } = checkHkdf(digest, ikm, salt, info, length));
  validateFunction(callback, 'callback');
  startHkdf(digest, ikm, salt, info, length, (error, result) => {
    if (error !== null)
      callback(error);
    else
      callback(null, result);
  });
}

function hkdfSync(digest, ikm, salt, info, length) {
  ({ ikm, salt, info } = checkHkdf(digest, ikm, salt, info, length));
  return startHkdf(digest, ikm, salt, info, length, undefined);
}

module.exports = { hkdf, hkdfSync, pbkdf2, pbkdf2Sync, scrypt, scryptSync };
