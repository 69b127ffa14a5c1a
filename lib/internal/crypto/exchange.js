'use strict';
// DiffieHellman, ECDH, diffieHellman().
// (1) The objects store their numbers as bytes; the binding computes with these.

const {
  ArrayBufferIsView: isView, ArrayPrototypeSlice, ObjectDefineProperty, ObjectSetPrototypeOf,
  SafeArray, Symbol, TypedArrayPrototypeGetLength, Uint8Array,
} = primordials;
const {
  codes: {
    ERR_CRYPTO_ECDH_INVALID_FORMAT, ERR_CRYPTO_ECDH_INVALID_PUBLIC_KEY,
    ERR_CRYPTO_INCOMPATIBLE_KEY, ERR_CRYPTO_INVALID_CURVE,
    ERR_CRYPTO_INVALID_KEYPAIR, ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE,
    ERR_CRYPTO_UNKNOWN_DH_GROUP, ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE,
  },
  genericNodeError,
} = require('internal/errors');
const {
  validateFunction, validateInt32, validateObject, validateString,
} = require('internal/validators');
const { FastBuffer } = require('internal/buffer');
const { deprecate } = require('internal/util');
const { bytesOf, encodeBytes } = require('internal/crypto/util');
const { copyBytes } = require('internal/util/bytes');
const {
  bigOf, findKey, handleOf, preparePrivateKey, preparePublicKey, typeOf,
} = require('internal/crypto/keys');
const { isAnyArrayBuffer } = require('internal/util/types');
const binding = internalBinding('crypto');

const kPrime = Symbol('kPrime');
const kGenerator = Symbol('kGenerator');
const kPublic = Symbol('kPublic');
const kPrivate = Symbol('kPrivate');
const kCurve = Symbol('kCurve');

const operationFailed = (message) =>
  genericNodeError(message, { code: 'ERR_CRYPTO_OPERATION_FAILED' });
const stateError = (message) => genericNodeError(message, { code: 'ERR_CRYPTO_INVALID_STATE' });

// ---- DiffieHellman ----

function rangeError(message) {
  const error = new primordials.RangeError(message);
  error.code = 'ERR_CRYPTO_INVALID_KEYLEN';
  return error;
}

function invalidParameters() {
  const error = new primordials.TypeError('Invalid DH parameters');
  error.code = 'ERR_INVALID_ARG_VALUE';
  return error;
}

function badGenerator() {
  return genericNodeError('error:02800065:Diffie-Hellman routines::bad generator', {
    library: 'Diffie-Hellman routines', reason: 'bad generator', code: 'ERR_OSSL_DH_BAD_GENERATOR',
  });
}

function tooSmall() {
  return genericNodeError('error:0280007E:Diffie-Hellman routines::modulus too small', {
    library: 'Diffie-Hellman routines', reason: 'modulus too small',
    code: 'ERR_OSSL_DH_MODULUS_TOO_SMALL',
  });
}

function generatorBytes(generator, genEncoding) {
  if (typeof generator === 'number') {
    validateInt32(generator, 'generator');
    if (generator <= 1)
      throw badGenerator();
    const bytes = new Uint8Array(4);
    for (let i = 3; i >= 0; i--, generator >>= 8)
      bytes[i] = generator & 255;
    return bytes;
  }
  if (typeof generator !== 'string' && !isView(generator) && !isAnyArrayBuffer(generator)) {
    throw new ERR_INVALID_ARG_TYPE(
      'generator', ['number', 'string', 'ArrayBuffer', 'Buffer', 'TypedArray', 'DataView'],
      generator);
  }
  const bytes = bytesOf(generator, 'generator', genEncoding);
  const view = new FastBuffer(copyBytes(bytes));
  let isSmall = true;
  const length = TypedArrayPrototypeGetLength.call(view);
  for (let i = 0; i < length; i++)
    isSmall &&= view[i] === 0 || (i === length - 1 && view[i] === 1);
  if (isSmall)
    throw badGenerator();
  return view;
}

function setGroup(dh, prime, generator) {
  dh[kPrime] = prime;
  dh[kGenerator] = generator;
  dh[kPublic] = undefined;
  dh[kPrivate] = undefined;
  ObjectDefineProperty(dh, 'verifyError', {
    __proto__: null, enumerable: true, value: binding.dhCheck(prime, generator), writable: false,
  });
}

function DiffieHellman(sizeOrKey, keyEncoding, generator, genEncoding) {
  if (!new.target)
    return new DiffieHellman(sizeOrKey, keyEncoding, generator, genEncoding);
  if (typeof sizeOrKey !== 'number' && typeof sizeOrKey !== 'string' && !isView(sizeOrKey) &&
      !isAnyArrayBuffer(sizeOrKey)) {
    throw new ERR_INVALID_ARG_TYPE(
      'sizeOrKey', ['number', 'string', 'ArrayBuffer', 'Buffer', 'TypedArray', 'DataView'],
      sizeOrKey);
  }
  if (typeof sizeOrKey === 'number')
    validateInt32(sizeOrKey, 'sizeOrKey');
  // An encoding may be left out: then the next arguments move up.
  if (keyEncoding && keyEncoding !== 'buffer' && (typeof keyEncoding !== 'string' ||
      require('internal/buffer/codec').codecOf(keyEncoding) === undefined)) {
    genEncoding = generator;
    generator = keyEncoding;
    keyEncoding = false;
  }
  const g = !generator ? generatorBytes(2) : generatorBytes(generator, genEncoding);
  let prime;
  if (typeof sizeOrKey === 'number') {
    if (sizeOrKey < 2)
      throw tooSmall();
    if (sizeOrKey < 128)
      throw invalidParameters();
    const last = TypedArrayPrototypeGetLength.call(g) - 1;
    prime = binding.dhPrime(sizeOrKey, g[last]);
  } else {
    prime = copyBytes(bytesOf(sizeOrKey, 'sizeOrKey', keyEncoding || undefined));
    const p = bigOf(prime);
    if (p > 2 && bigOf(copyBytes(g)) >= p)
      throw badGenerator();
  }
  setGroup(this, new FastBuffer(prime), g);
}

// Looks a curve or group up by its name.
function lookUp(find, name, argument, NotFound) {
  validateString(name, argument);
  const found = find(name);
  if (found === undefined)
    throw new NotFound();
  return found;
}

const curveOf = (curve) => lookUp(binding.ecCurve, curve, 'curve', ERR_CRYPTO_INVALID_CURVE);

function DiffieHellmanGroup(name) {
  if (!new.target)
    return new DiffieHellmanGroup(name);
  const numbers = lookUp(binding.dhGroup, name, 'name', ERR_CRYPTO_UNKNOWN_DH_GROUP);
  setGroup(this, new FastBuffer(numbers[0]), new FastBuffer(numbers[1]));
}

function generateKeys(encoding) {
  const keys = binding.dhGenerate(this[kPrime], this[kGenerator], this[kPrivate]);
  this[kPublic] = new FastBuffer(keys[0]);
  this[kPrivate] = new FastBuffer(keys[1]);
  return encodeBytes(this[kPublic], encoding);
}

const TOO_SMALL = 1;
const TOO_LARGE = 2;

function computeSecret(otherPublicKey, inputEncoding, outputEncoding) {
  const peer = bytesOf(otherPublicKey, 'otherPublicKey', inputEncoding);
  if (this[kPrivate] === undefined)
    throw operationFailed('Failed to compute shared secret');
  const secret = binding.dhSecret(this[kPrime], this[kGenerator], this[kPrivate], peer);
  if (typeof secret === 'number') {
    throw rangeError(secret & TOO_SMALL ? 'Supplied key is too small' :
      secret & TOO_LARGE ? 'Supplied key is too large' : 'Supplied key is invalid');
  }
  return encodeBytes(new FastBuffer(secret), outputEncoding);
}

const copyOf = (bytes) => new FastBuffer(copyBytes(bytes));

const getter = (symbol, name, missing) => ({
  [name](encoding) {
    if (this[symbol] === undefined)
      throw stateError(missing);
    return encodeBytes(copyOf(this[symbol]), encoding);
  },
})[name];

const getPrime = getter(kPrime, 'getPrime');
const getPublicKey =
  getter(kPublic, 'getPublicKey', 'No public key - did you forget to generate one?');
const getPrivateKey =
  getter(kPrivate, 'getPrivateKey', 'No private key - did you forget to generate one?');

function addMethods(prototype) {
  prototype.generateKeys = generateKeys;
  prototype.computeSecret = computeSecret;
  prototype.getPrime = getPrime;
  prototype.getGenerator = function getGeneratorKey(encoding) {
    // Without leading zeros.
    const bytes = this[kGenerator];
    const length = TypedArrayPrototypeGetLength.call(bytes);
    let first = 0;
    while (first < length - 1 && bytes[first] === 0)
      first++;
    const short = new FastBuffer(length - first);
    for (let i = first; i < length; i++)
      short[i - first] = bytes[i];
    return encodeBytes(short, encoding);
  };
  ObjectDefineProperty(prototype.getGenerator, 'name', { __proto__: null, value: 'getGenerator' });
  prototype.getPublicKey = getPublicKey;
  prototype.getPrivateKey = getPrivateKey;
}
addMethods(DiffieHellman.prototype);
addMethods(DiffieHellmanGroup.prototype);
ObjectSetPrototypeOf(DiffieHellmanGroup, DiffieHellman);

DiffieHellman.prototype.setPublicKey = function setPublicKey(key, encoding) {
  this[kPublic] = copyOf(bytesOf(key, 'key', encoding));
  return this;
};
DiffieHellman.prototype.setPrivateKey = function setPrivateKey(key, encoding) {
  this[kPrivate] = copyOf(bytesOf(key, 'key', encoding));
  return this;
};

// ---- ECDH ----

const FORMS = { __proto__: null, compressed: 2, uncompressed: 4, hybrid: 6 };

function formOf(format) {
  if (!format)
    return FORMS.uncompressed;
  const form = FORMS[format];
  if (form === undefined)
    throw new ERR_CRYPTO_ECDH_INVALID_FORMAT(format);
  return form;
}

function ECDH(curve) {
  if (!new.target)
    return new ECDH(curve);
  this[kCurve] = curveOf(curve);
  this[kPublic] = undefined;
  this[kPrivate] = undefined;
}

ECDH.prototype.generateKeys = function generateKeysOfCurve(encoding, format) {
  const keys = binding.ecGenerate(this[kCurve], undefined);
  if (keys === undefined)
    throw operationFailed('Failed to generate key');
  this[kPublic] = keys[0];
  this[kPrivate] = new FastBuffer(keys[1]);
  return this.getPublicKey(encoding, format);
};
ObjectDefineProperty(ECDH.prototype.generateKeys, 'name',
                     { __proto__: null, value: 'generateKeys' });

ECDH.prototype.computeSecret = function computeSecretOfCurve(other, inputEncoding, outputEncoding) {
  const peer = bytesOf(other, 'otherPublicKey', inputEncoding);
  if (this[kPrivate] === undefined)
    throw operationFailed('Failed to compute ECDH key');
  if (!isPair(this))
    throw new ERR_CRYPTO_INVALID_KEYPAIR();
  const secret = binding.ecSecret(this[kCurve], this[kPrivate], peer);
  if (secret === undefined)
    throw new ERR_CRYPTO_ECDH_INVALID_PUBLIC_KEY();
  return encodeBytes(new FastBuffer(secret), outputEncoding);
};

function isPair(ecdh) {
  const made = binding.ecGenerate(ecdh[kCurve], ecdh[kPrivate]);
  return made !== undefined && binding.timingSafeEqual(made[0], ecdh[kPublic]);
}

ECDH.prototype.setPrivateKey = function setPrivateKey(key, encoding) {
  const bytes = bytesOf(key, 'key', encoding);
  const keys = binding.ecGenerate(this[kCurve], bytes);
  if (keys === undefined) {
    const error = new primordials.Error('Private key is not valid for specified curve.');
    error.code = 'ERR_CRYPTO_INVALID_KEYTYPE';
    throw error;
  }
  this[kPublic] = keys[0];
  this[kPrivate] = new FastBuffer(keys[1]);
  return this;
};

ECDH.prototype.setPublicKey = deprecate(function setPublicKey(key, encoding) {
  const bytes = bytesOf(key, 'key', encoding);
  const point = binding.ecConvert(this[kCurve], bytes, FORMS.uncompressed);
  if (point === undefined)
    throw operationFailed('Failed to convert Buffer to EC_POINT');
  this[kPublic] = point;
  return this;
}, 'ecdh.setPublicKey() is deprecated.', 'DEP0031');

ECDH.prototype.getPublicKey = function getPublicKeyOfCurve(encoding, format) {
  const form = formOf(format);
  if (this[kPublic] === undefined)
    throw operationFailed('Failed to get ECDH public key');
  const point = binding.ecConvert(this[kCurve], this[kPublic], form);
  return encodeBytes(new FastBuffer(point), encoding);
};

ECDH.prototype.getPrivateKey = function getPrivateKeyOfCurve(encoding) {
  if (this[kPrivate] === undefined)
    throw operationFailed('Failed to get ECDH private key');
  return encodeBytes(copyOf(this[kPrivate]), encoding);
};

ECDH.convertKey = function convertKey(key, curve, inputEncoding, outputEncoding, format) {
  validateString(curve, 'curve');
  const bytes = bytesOf(key, 'key', inputEncoding);
  const form = formOf(format);
  const name = curveOf(curve);
  const point = binding.ecConvert(name, bytes, form);
  if (point === undefined)
    throw operationFailed('Failed to convert Buffer to EC_POINT');
  return encodeBytes(new FastBuffer(point), outputEncoding);
};

// ---- Of keys ----

const EXCHANGES = { __proto__: null, dh: true, ec: true, x25519: true, x448: true };

function exchangeKey(options, name, expected, prepare) {
  const value = options[name];
  const key = findKey(value);
  if (key === undefined) {
    if (value === undefined || value === null)
      throw new ERR_INVALID_ARG_VALUE(`options.${name}`, value);
    return prepare(value, `options.${name}`);
  }
  const type = typeOf(key);
  if (expected === 'private' ? type !== 'private' : type === 'secret')
    throw new ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE(type, expected);
  return handleOf(key);
}

function diffieHellman(options, callback) {
  validateObject(options, 'options');
  if (callback !== undefined)
    validateFunction(callback, 'callback');
  const own = exchangeKey(options, 'privateKey', 'private', preparePrivateKey);
  const peer = exchangeKey(options, 'publicKey', 'private or public', preparePublicKey);
  const type = binding.keyType(own);
  const peerType = binding.keyType(peer);
  if (type !== peerType || EXCHANGES[type] !== true) {
    throw new ERR_CRYPTO_INCOMPATIBLE_KEY(
      'key types for Diffie-Hellman', `${type} and ${peerType}`);
  }
  if (callback === undefined)
    return new FastBuffer(binding.derive(own, peer, undefined));
  binding.derive(own, peer, (error, secret) => {
    if (error !== null)
      callback(error);
    else
      callback(null, new FastBuffer(secret));
  });
}

let curves;

function listCurves() {
  const listed = binding.ecCurves();
  const names = new SafeArray();
  for (let i = 0; i < listed.length; i++)
    names.push(listed[i]);
  return names.sort();
}

function getCurves() {
  curves ??= listCurves();
  return ArrayPrototypeSlice.call(curves);
}

module.exports = {
  DiffieHellman,
  DiffieHellmanGroup,
  ECDH,
  createDiffieHellman: (sizeOrKey, keyEncoding, generator, genEncoding) =>
    new DiffieHellman(sizeOrKey, keyEncoding, generator, genEncoding),
  createDiffieHellmanGroup: (name) => new DiffieHellmanGroup(name),
  createECDH: (curve) => new ECDH(curve),
  diffieHellman,
  getCurves,
  getDiffieHellman: (name) => new DiffieHellmanGroup(name),
};
