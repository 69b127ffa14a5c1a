'use strict';
// createHash(), createHmac(), hash().
// (1) The binding holds the state of a digest. `kFinalized` is true after digest().
// (2) Used as a stream, a hash pushes its digest when its input ends.

const {
  ArrayBufferIsView: isView, ArrayPrototypeToSpliced, MapPrototypeGetSize, MathAbs,
  ObjectSetPrototypeOf, SafeArray, SafeMap, SafeSet, Symbol, TypedArrayPrototypeGetLength,
} = primordials;
const {
  codes: {
    ERR_CRYPTO_HASH_FINALIZED,
    ERR_CRYPTO_HASH_UPDATE_FAILED,
    ERR_CRYPTO_INVALID_DIGEST,
    ERR_INVALID_ARG_TYPE,
    ERR_INVALID_ARG_VALUE,
  },
  genericNodeError,
} = require('internal/errors');
const { validateEncoding, validateObject, validateString, validateUint32 } =
  require('internal/validators');
const { FastBuffer, fromString } = require('internal/buffer');
const { codecOf, utf8 } = require('internal/buffer/codec');
const { isAnyArrayBuffer } = require('internal/util/types');
const { lazy } = require('internal/crypto/lazy_transform');
const { deprecate, getDeprecationWarningEmitter } = require('internal/util');
const binding = internalBinding('crypto');

const kHandle = Symbol('kHandle');
const kFinalized = Symbol('kFinalized');
const kLength = Symbol('kLength');
const kDigest = Symbol('kDigest');

function invalidLength() {
  return genericNodeError('error:030000B2:digital envelope routines::not XOF or invalid length', {
    code: 'ERR_OSSL_EVP_NOT_XOF_OR_INVALID_LENGTH',
    library: 'digital envelope routines',
    reason: 'not XOF or invalid length',
  });
}

// Sizes of digests by the name that the program uses: negative if the size can be chosen.
const SIZES = new SafeMap();
const MOST_SIZES = 64;

function sizeOf(algorithm, handle) {
  const known = SIZES.get(algorithm);
  if (known !== undefined)
    return known;
  const size = binding.size(handle);
  if (MapPrototypeGetSize.call(SIZES) < MOST_SIZES)
    SIZES.set(algorithm, size);
  return size;
}

// An extendable-output function has no natural length: it must be chosen.
function outputLength(algorithm, handle, length) {
  const size = typeof algorithm === 'string' ? sizeOf(algorithm, handle) : binding.size(handle);
  if (length === undefined ? size < 0 : size >= 0 && length !== size)
    throw invalidLength();
  return length ?? size;
}

function Hash(algorithm, options) {
  if (!new.target)
    return new Hash(algorithm, options);
  const isCopy = typeof algorithm !== 'string' && algorithm instanceof Hash;
  if (!isCopy)
    validateString(algorithm, 'algorithm');
  const length = typeof options === 'object' && options !== null ? options.outputLength : undefined;
  if (length !== undefined)
    validateUint32(length, 'options.outputLength');
  this._options = options;
  this[kHandle] = isCopy ? binding.hashCopy(algorithm[kHandle]) : binding.hashNew(algorithm);
  if (this[kHandle] === undefined)
    throw new primordials.Error('Digest method not supported');
  this[kLength] = outputLength(algorithm, this[kHandle], length);
  this[kFinalized] = false;
}

ObjectSetPrototypeOf(Hash.prototype, lazy);

Hash.prototype.copy = function copy(options) {
  if (this[kFinalized])
    throw new ERR_CRYPTO_HASH_FINALIZED();
  return new Hash(this, options);
};

function updateDigest(digest, data, encoding) {
  if (typeof data === 'string') {
    validateEncoding(data, encoding);
    const codec = encoding === undefined || encoding === 'buffer' ? utf8 : codecOf(encoding) ??
      utf8;
    if (codec !== utf8)
      data = fromString(data, encoding, 0);
  } else if (!isView(data)) {
    throw new ERR_INVALID_ARG_TYPE('data', ['string', 'Buffer', 'TypedArray', 'DataView'], data);
  }
  if (!binding.update(digest[kHandle], data))
    throw new ERR_CRYPTO_HASH_UPDATE_FAILED();
  return digest;
}

function update(data, encoding) {
  if (this[kFinalized])
    throw new ERR_CRYPTO_HASH_FINALIZED();
  return updateDigest(this, data, encoding);
}

// A Buffer, or a string if the encoding is a known one.
function encodeDigest(buf, encoding) {
  const codec = encoding === undefined || encoding === 'buffer' ? undefined : codecOf(encoding);
  return codec === undefined ? buf : codec.slice(buf, 0, TypedArrayPrototypeGetLength.call(buf));
}

// Computed once: digest() may follow a stream that has pushed it already.
function finalDigest(digest) {
  if (digest[kDigest] === undefined) {
    digest[kDigest] = new FastBuffer(digest[kLength]);
    if (!binding.final(digest[kHandle], digest[kDigest]))
      throw new primordials.Error('Digest could not be made');
  }
  return digest[kDigest];
}

Hash.prototype.update = update;
Hash.prototype.digest = function digest(outputEncoding) {
  if (this[kFinalized])
    throw new ERR_CRYPTO_HASH_FINALIZED();
  const buf = finalDigest(this);
  this[kFinalized] = true;
  return encodeDigest(buf, outputEncoding === undefined ? undefined : `${outputEncoding}`);
};

Hash.prototype._transform = function _transform(chunk, encoding, callback) {
  try {
    updateDigest(this, chunk, encoding);
  } catch (error) {
    callback(error);
    return;
  }
  callback();
};

Hash.prototype._flush = function _flush(callback) {
  this.push(finalDigest(this));
  callback();
};

// A key is a string, bytes, or a KeyObject.
function keyBytes(key) {
  if (typeof key === 'string')
    return fromString(key, 'utf8', 0);
  if (isView(key) || isAnyArrayBuffer(key))
    return key;
  return new FastBuffer(binding.keyBytes(require('internal/crypto/keys').prepareSecretKey(key)));
}

function Hmac(hmac, key, options) {
  if (!new.target)
    return new Hmac(hmac, key, options);
  validateString(hmac, 'hmac');
  const bytes = typeof key === 'string' && options?.encoding ?
    fromString(key, options.encoding, 0) : keyBytes(key);
  this._options = options;
  this[kHandle] = binding.hmacNew(hmac, bytes);
  if (this[kHandle] === undefined)
    throw new ERR_CRYPTO_INVALID_DIGEST(hmac);
  this[kLength] = MathAbs(binding.size(this[kHandle]));
  this[kFinalized] = false;
}

const warnTwice = getDeprecationWarningEmitter(
  'DEP0206', 'Calling Hmac.digest() more than once is deprecated.');

ObjectSetPrototypeOf(Hmac.prototype, lazy);
Hmac.prototype.update = update;
Hmac.prototype._transform = Hash.prototype._transform;
Hmac.prototype._flush = Hash.prototype._flush;
// The second call returns an empty digest and does not throw, as in Node.
Hmac.prototype.digest = function digest(outputEncoding) {
  if (this[kFinalized])
    warnTwice();
  const buf = this[kFinalized] ? new FastBuffer(0) : finalDigest(this);
  this[kFinalized] = true;
  return encodeDigest(buf, outputEncoding === undefined ? undefined : `${outputEncoding}`);
};

function hash(algorithm, input, options) {
  validateString(algorithm, 'algorithm');
  if (typeof input !== 'string' && !isView(input))
    throw new ERR_INVALID_ARG_TYPE('input', ['string', 'Buffer', 'TypedArray', 'DataView'], input);
  let outputEncoding = 'hex';
  let length;
  if (typeof options === 'string') {
    outputEncoding = options;
  } else if (options !== undefined) {
    validateObject(options, 'options');
    ({ outputEncoding = 'hex', outputLength: length } = options);
    validateString(outputEncoding, 'outputEncoding');
    if (length !== undefined)
      validateUint32(length, 'outputLength');
  }
  if (outputEncoding !== 'buffer' && codecOf(outputEncoding) === undefined)
    throw new ERR_INVALID_ARG_VALUE('outputEncoding', outputEncoding);
  const known = SIZES.get(algorithm);
  if (known > 0 && length === undefined) {
    const out = new FastBuffer(known);
    if (binding.hashOnce(algorithm, input, out))
      return encodeDigest(out, outputEncoding);
  }
  const handle = binding.hashNew(algorithm);
  if (handle === undefined)
    throw new primordials.Error(`Digest method ${algorithm} is not supported`);
  const size = sizeOf(algorithm, handle);
  if (length !== undefined && size >= 0 && length !== size)
    throw new primordials.Error(
      `Output length ${length} is invalid for ${algorithm}, which does not support XOF`);
  if (length === undefined && size < 0)
    throw invalidLength();
  binding.update(handle, input);
  const out = new FastBuffer(length ?? MathAbs(size));
  binding.final(handle, out);
  return encodeDigest(out, outputEncoding);
}

let hashNames;

// OpenSSL also lists names that only its legacy provider implements.
function availableHashes() {
  const listed = binding.hashNames();
  const seen = new SafeSet();
  const available = new SafeArray();
  for (let i = 0; i < listed.length; i++) {
    if (!seen.has(listed[i]) && binding.hashNew(listed[i]) !== undefined)
      available.push(listed[i]);
    seen.add(listed[i]);
  }
  return available.sort();
}

function getHashes() {
  hashNames ??= availableHashes();
  return ArrayPrototypeToSpliced.call(hashNames);
}

module.exports = {
  Hash: deprecate(Hash, 'crypto.Hash constructor is deprecated.', 'DEP0179'),
  Hmac: deprecate(Hmac, 'crypto.Hmac constructor is deprecated.', 'DEP0181'),
  createHash: (algorithm, options) => new Hash(algorithm, options),
  createHmac: (hmac, key, options) => new Hmac(hmac, key, options),
  getHashes,
  hash,
};
