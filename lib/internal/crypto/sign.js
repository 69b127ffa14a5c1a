'use strict';
// createSign(), createVerify(), sign(), verify(), and RSA on data: publicEncrypt(),
// privateDecrypt(), privateEncrypt(), publicDecrypt().

const {
  ArrayBufferIsView: isView, FunctionPrototypeCall, ObjectSetPrototypeOf, Symbol,
} = primordials;
const {
  codes: {
    ERR_CRYPTO_INVALID_DIGEST, ERR_CRYPTO_OPERATION_FAILED, ERR_CRYPTO_SIGN_KEY_REQUIRED,
    ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE,
  },
  genericNodeError,
} = require('internal/errors');
const {
  validateEncoding, validateFunction, validateInt32, validateString,
} = require('internal/validators');
const { FastBuffer, fromString } = require('internal/buffer');
const { codecOf, utf8 } = require('internal/buffer/codec');
const { bytesOf, dataTypes, encodeBytes } = require('internal/crypto/util');
const {
  isKeyObject, isOptions, preparePrivateKey, preparePublicKey,
} = require('internal/crypto/keys');
const { sizeOf } = require('internal/util/bytes');
const { isAnyArrayBuffer } = require('internal/util/types');
const binding = internalBinding('crypto');

const kHandle = Symbol('kHandle');
const kAlgorithm = Symbol('kAlgorithm');

// ---- Options of the key ----

function intOption(options, name) {
  const value = isOptions(options) && !isKeyObject(options) ? options[name] : undefined;
  if (value === undefined)
    return undefined;
  if (value !== value >> 0)
    throw new ERR_INVALID_ARG_VALUE(`options.${name}`, value);
  return value;
}

function isP1363(options) {
  const encoding = isOptions(options) ? options.dsaEncoding : undefined;
  if (encoding === undefined || encoding === 'der')
    return false;
  if (encoding !== 'ieee-p1363')
    throw new ERR_INVALID_ARG_VALUE('options.dsaEncoding', encoding);
  return true;
}

// ---- Streams ----

let Writable;

// The prototypes are set when streams are loaded: this module does it, as createSign() is rare.
function loadWritable() {
  Writable = require('stream').Writable;
  ObjectSetPrototypeOf(Sign.prototype, Writable.prototype);
  ObjectSetPrototypeOf(Sign, Writable);
  ObjectSetPrototypeOf(Verify.prototype, Writable.prototype);
  ObjectSetPrototypeOf(Verify, Writable);
}

function open(signer, algorithm, options) {
  validateString(algorithm, 'algorithm');
  const handle = binding.hashNew(algorithm);
  if (handle === undefined)
    throw new ERR_CRYPTO_INVALID_DIGEST(algorithm);
  signer[kHandle] = handle;
  signer[kAlgorithm] = algorithm;
  FunctionPrototypeCall.call(Writable, signer, options);
}

function Sign(algorithm, options) {
  if (!new.target)
    return new Sign(algorithm, options);
  open(this, algorithm, options);
}

function Verify(algorithm, options) {
  if (!new.target)
    return new Verify(algorithm, options);
  open(this, algorithm, options);
}
loadWritable();

function update(data, encoding) {
  if (typeof data === 'string') {
    validateEncoding(data, encoding);
    const codec = encoding === undefined || encoding === 'buffer' ? utf8 :
      codecOf(encoding) ?? utf8;
    if (codec !== utf8)
      data = fromString(data, encoding, 0);
  } else if (!isView(data)) {
    throw new ERR_INVALID_ARG_TYPE('data', ['string', 'Buffer', 'TypedArray', 'DataView'], data);
  }
  binding.update(this[kHandle], data);
  return this;
}

function _write(chunk, encoding, callback) {
  FunctionPrototypeCall.call(this.update, this, chunk, encoding);
  callback();
}

Sign.prototype._write = _write;
Sign.prototype.update = update;
Verify.prototype._write = _write;
Verify.prototype.update = update;

function digestOf(signer) {
  const size = binding.size(signer[kHandle]);
  const digest = new FastBuffer(size < 0 ? -size : size);
  if (!binding.final(signer[kHandle], digest))
    throw new primordials.Error('Not initialised');
  return digest;
}

// Ed25519 and Ed448 sign data, not a digest.
function refuseEdwards(key) {
  const type = binding.keyType(key);
  if (type === 'ed25519' || type === 'ed448') {
    const error = new primordials.Error('Unsupported crypto operation');
    error.code = 'ERR_CRYPTO_UNSUPPORTED_OPERATION';
    throw error;
  }
}

Sign.prototype.sign = function sign(options, encoding) {
  if (!options)
    throw new ERR_CRYPTO_SIGN_KEY_REQUIRED();
  const key = preparePrivateKey(options, 'privateKey');
  const padding = intOption(options, 'padding');
  const saltLength = intOption(options, 'saltLength');
  const p1363 = isP1363(options);
  refuseEdwards(key);
  const signature = binding.sign(key, digestOf(this), this[kAlgorithm], true, padding, saltLength,
                                 p1363, undefined, undefined);
  return encodeBytes(new FastBuffer(signature), encoding);
};

Verify.prototype.verify = function verify(options, signature, encoding) {
  const padding = intOption(options, 'padding');
  const saltLength = intOption(options, 'saltLength');
  const p1363 = isP1363(options);
  signature = bytesOf(signature, 'signature', encoding);
  const key = preparePublicKey(options);
  refuseEdwards(key);
  return binding.sign(key, digestOf(this), this[kAlgorithm], true, padding, saltLength, p1363,
                      signature, undefined);
};

// ---- In one call ----

// Read and checked before the key is.
const settingsOf = (options) => ({
  __proto__: null,
  padding: intOption(options, 'padding'), saltLength: intOption(options, 'saltLength'),
  p1363: isP1363(options),
});

function start(algorithm, data, key, settings, signature, callback) {
  const { padding, saltLength, p1363 } = settings;
  const result = binding.sign(key, data, algorithm ?? undefined, false, padding, saltLength, p1363,
                              signature, callback);
  if (result === null)
    throw new ERR_CRYPTO_INVALID_DIGEST(algorithm);
  return result;
}

// OpenSSL 3.0 has no signatures with a context. True if the callback gets the error.
function refusesContext(options, callback) {
  const context = isOptions(options) && !isKeyObject(options) ? options.context : undefined;
  if (context === undefined)
    return false;
  if (!isView(context) && !isAnyArrayBuffer(context))
    throw new ERR_INVALID_ARG_TYPE('options.context', dataTypes, context);
  if (sizeOf(context) === 0)
    return false;
  const error = new ERR_CRYPTO_OPERATION_FAILED('Context parameter is unsupported');
  if (callback === undefined)
    throw error;
  process.nextTick(callback, error);
  return true;
}

function sign(algorithm, data, key, callback) {
  if (algorithm !== undefined && algorithm !== null)
    validateString(algorithm, 'algorithm');
  if (callback !== undefined)
    validateFunction(callback, 'callback');
  data = bytesOf(data, 'data');
  if (!key)
    throw new ERR_CRYPTO_SIGN_KEY_REQUIRED();
  const settings = settingsOf(key);
  const handle = preparePrivateKey(key);
  if (refusesContext(key, callback))
    return undefined;
  const done = callback && ((error, bytes) => {
    if (error !== null)
      callback(error);
    else
      callback(null, new FastBuffer(bytes));
  });
  const result = start(algorithm, data, handle, settings, undefined, done);
  return callback === undefined ? new FastBuffer(result) : undefined;
}

function verify(algorithm, data, key, signature, callback) {
  if (algorithm !== undefined && algorithm !== null)
    validateString(algorithm, 'algorithm');
  if (callback !== undefined)
    validateFunction(callback, 'callback');
  data = bytesOf(data, 'data');
  signature = bytesOf(signature, 'signature');
  const settings = settingsOf(key);
  const handle = preparePublicKey(key);
  if (refusesContext(key, callback))
    return undefined;
  return start(algorithm, data, handle, settings, signature, callback && ((error, isValid) => {
    if (error !== null)
      callback(error);
    else
      callback(null, isValid);
  }));
}

// ---- RSA on data itself ----

const PKCS1 = 1;
const OAEP = 4;

function checkHash(name, option) {
  if (name === undefined)
    return;
  validateString(name, option);
  if (binding.hashNew(name) === undefined) {
    throw genericNodeError('error:0300009C:digital envelope routines::invalid digest', {
      library: 'digital envelope routines', reason: 'invalid digest',
      code: 'ERR_OSSL_EVP_INVALID_DIGEST',
    });
  }
}

function rsa(operation, prepare, defaultPadding) {
  return (options, buffer) => {
    const has = isOptions(options) && !isKeyObject(options);
    const padding = (has ? options.padding : undefined) || defaultPadding;
    const oaepHash = has ? options.oaepHash : undefined;
    const mgf1Hash = has ? options.mgf1Hash : undefined;
    let oaepLabel = has ? options.oaepLabel : undefined;
    const encoding = has ? options.encoding : undefined;
    checkHash(oaepHash, 'key.oaepHash');
    checkHash(mgf1Hash, 'key.mgf1Hash');
    if (oaepLabel !== undefined)
      oaepLabel = bytesOf(oaepLabel, 'key.oaepLabel', encoding);
    validateInt32(padding, 'key.padding');
    const data = bytesOf(buffer, 'buffer', encoding);
    const key = prepare(options, operation === 1 || operation === 2 ? 'privateKey' : 'key');
    if (operation === 1 && padding === PKCS1 && !binding.rsaHidesPadding(key)) {
      throw new ERR_INVALID_ARG_VALUE(
        'options.padding', padding,
        'RSA_PKCS1_PADDING is no longer supported for private decryption');
    }
    const result = binding.rsa(
      operation, key, data, padding, padding === OAEP ? oaepHash ?? 'sha1' : undefined, oaepLabel,
      undefined, mgf1Hash);
    return new FastBuffer(result);
  };
}

const named = (name, fn) => {
  primordials.ObjectDefineProperty(fn, 'name', { __proto__: null, value: name });
  return fn;
};

module.exports = {
  Sign,
  Verify,
  createSign: (algorithm, options) => new Sign(algorithm, options),
  createVerify: (algorithm, options) => new Verify(algorithm, options),
  privateDecrypt: named('privateDecrypt', rsa(1, preparePrivateKey, OAEP)),
  privateEncrypt: named('privateEncrypt', rsa(2, preparePrivateKey, PKCS1)),
  publicDecrypt: named('publicDecrypt', rsa(3, preparePublicKey, PKCS1)),
  publicEncrypt: named('publicEncrypt', rsa(0, preparePublicKey, OAEP)),
  sign,
  verify,
};
