'use strict';
// createMac(), getMacs().
// (1) The binding holds the state of a MAC as a digest. `kFinalized` is true after final().

const {
  ArrayBufferIsView: isView, ArrayPrototypeIncludes, ArrayPrototypeToSpliced,
  ObjectSetPrototypeOf, StringPrototypeIncludes, StringPrototypeToLowerCase,
  StringPrototypeToUpperCase, Symbol, TypeError,
} = primordials;
const {
  codes: {
    ERR_CRYPTO_INVALID_MAC, ERR_CRYPTO_MAC_FINALIZED, ERR_CRYPTO_OPERATION_FAILED,
    ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE,
  },
  genericNodeError,
} = require('internal/errors');
const { validateEncoding, validateObject, validateString, validateUint32 } =
  require('internal/validators');
const { FastBuffer, fromString } = require('internal/buffer');
const { codecOf } = require('internal/buffer/codec');
const { isAnyArrayBuffer } = require('internal/util/types');
const { sizeOf } = require('internal/util/bytes');
const { dataTypes, encodeBytes } = require('internal/crypto/util');
const { lazy } = require('internal/crypto/lazy_transform');
const { setMethod } = require('internal/prototypes');
const { setOwnProperty } = require('internal/util');
const binding = internalBinding('crypto');

const kHandle = Symbol('kHandle');
const kFinalized = Symbol('kFinalized');
const kLength = Symbol('kLength');

// Which options a MAC has, by its name in lower case.
const KMAC = ['customization', 'outputLength'];
const BLAKE2 = ['customization', 'salt', 'outputLength'];
const OPTIONS = {
  '__proto__': null, 'blake2bmac': BLAKE2, 'blake2smac': BLAKE2, 'cmac': ['cipher'],
  'gmac': ['cipher', 'iv'], 'hmac': ['digest'], 'kmac-128': KMAC, 'kmac-256': KMAC,
  'kmac128': KMAC, 'kmac256': KMAC, 'poly1305': [], 'siphash': ['outputLength'],
};
const NAMES = ['blake2bmac', 'blake2smac', 'cmac', 'gmac', 'hmac', 'kmac-128', 'kmac-256',
               'kmac128', 'kmac256', 'poly1305', 'siphash'];
const TEXTS = ['digest', 'cipher'];
const BYTES = ['iv', 'customization', 'salt'];
const ALL = ['digest', 'cipher', 'iv', 'customization', 'salt', 'outputLength'];
const KEY_TYPES = ['ArrayBuffer', 'Buffer', 'TypedArray', 'DataView', 'KeyObject'];

const isBytes = (value) => isView(value) || isAnyArrayBuffer(value);

function optionError(name, reason) {
  const error = new TypeError(`The property 'options.${name}' ${reason}`);
  setOwnProperty(error, 'code', 'ERR_INVALID_ARG_VALUE');
  return error;
}

function optionsOf(options) {
  const checked = { __proto__: null };
  for (let i = 0; i < TEXTS.length; i++) {
    const value = checked[TEXTS[i]] = options[TEXTS[i]];
    if (value === undefined)
      continue;
    validateString(value, `options.${TEXTS[i]}`);
    if (value === '' || StringPrototypeIncludes.call(value, '\0'))
      throw new ERR_INVALID_ARG_VALUE(`options.${TEXTS[i]}`, value,
                                      'must be non-empty and contain no NUL bytes');
  }
  for (let i = 0; i < BYTES.length; i++) {
    const value = checked[BYTES[i]] = options[BYTES[i]];
    if (value !== undefined && !isBytes(value))
      throw new ERR_INVALID_ARG_TYPE(`options.${BYTES[i]}`, dataTypes, value);
  }
  checked.outputLength = options.outputLength;
  if (checked.outputLength !== undefined)
    validateUint32(checked.outputLength, 'options.outputLength');
  return checked;
}

// OpenSSL 3.0 would make a MAC of one byte with a stream cipher.
function checkMode(cipher) {
  const info = require('internal/crypto/cipher').getCipherInfo(cipher);
  if (info !== undefined && info.mode !== 'cbc')
    throw genericNodeError('error:1C80007D:Provider routines::invalid mode', {
      library: 'Provider routines', reason: 'invalid mode', code: 'ERR_OSSL_INVALID_MODE',
    });
}

// What a MAC needs must be there, what it does not have must not.
function checkOptions(algorithm, options) {
  const name = StringPrototypeToLowerCase.call(algorithm);
  const known = OPTIONS[name];
  if (known === undefined)
    throw new ERR_CRYPTO_INVALID_MAC(algorithm);
  const required = known[0] === 'digest' || known[0] === 'cipher' ? known[0] : undefined;
  if (required !== undefined && options[required] === undefined)
    throw optionError(required, `is required for ${StringPrototypeToUpperCase.call(name)}`);
  if (name === 'gmac' && (options.iv === undefined || sizeOf(options.iv) === 0))
    throw optionError('iv', 'must be non-empty for GMAC');
  if (name === 'cmac')
    checkMode(options.cipher);
  for (let i = 0; i < ALL.length; i++) {
    if (options[ALL[i]] !== undefined && !ArrayPrototypeIncludes.call(known, ALL[i]))
      throw optionError(ALL[i], `is not supported by MAC ${algorithm}`);
  }
}

function keyBytes(key) {
  if (isBytes(key))
    return key;
  const { handleOf, isKeyObject, typeOf } = require('internal/crypto/keys');
  if (!isKeyObject(key) || typeOf(key) !== 'secret')
    throw new ERR_INVALID_ARG_TYPE('key', KEY_TYPES, key);
  return new FastBuffer(binding.keyBytes(handleOf(key)));
}

function Mac(algorithm, key, options) {
  validateString(algorithm, 'algorithm');
  const bytes = keyBytes(key);
  validateObject(options, 'options');
  const checked = optionsOf(options);
  checkOptions(algorithm, checked);
  const { digest, cipher, iv, customization, salt, outputLength } = checked;
  // OpenSSL has no MAC of no bytes.
  const handle = binding.macNew(algorithm, bytes, digest, cipher, iv, customization, salt,
                                outputLength === 0 ? undefined : outputLength);
  if (handle === false)
    throw new ERR_CRYPTO_INVALID_MAC(algorithm);
  if (handle === undefined)
    throw new ERR_CRYPTO_OPERATION_FAILED('Failed to initialize MAC');
  this._options = options;
  this[kHandle] = handle;
  this[kLength] = outputLength === 0 ? 0 : binding.size(handle);
  this[kFinalized] = false;
}

ObjectSetPrototypeOf(Mac.prototype, lazy);

Mac.prototype._transform = function _transform(chunk, encoding, callback) {
  try {
    this.update(chunk, encoding);
  } catch (error) {
    callback(error);
    return;
  }
  callback();
};

Mac.prototype._flush = function _flush(callback) {
  let mac;
  try {
    mac = this.final();
  } catch (error) {
    callback(error);
    return;
  }
  this.push(mac);
  callback();
};

Mac.prototype.update = function update(data, inputEncoding) {
  if (this[kFinalized])
    throw new ERR_CRYPTO_MAC_FINALIZED();
  if (typeof data === 'string') {
    const encoding = inputEncoding === undefined || inputEncoding === 'buffer' ? 'utf8' :
      inputEncoding;
    if (codecOf(encoding) === undefined)
      throw new ERR_INVALID_ARG_VALUE('inputEncoding', inputEncoding);
    validateEncoding(data, encoding);
    data = fromString(data, encoding, 0);
  } else if (!isView(data)) {
    throw new ERR_INVALID_ARG_TYPE('data', ['string', 'Buffer', 'TypedArray', 'DataView'], data);
  }
  if (!binding.update(this[kHandle], data))
    throw new ERR_CRYPTO_OPERATION_FAILED('Failed to update MAC');
  return this;
};

setMethod(Mac.prototype, 'final', function final(outputEncoding) {
  if (this[kFinalized])
    throw new ERR_CRYPTO_MAC_FINALIZED();
  if (outputEncoding !== undefined) {
    validateString(outputEncoding, 'outputEncoding');
    if (outputEncoding !== 'buffer' && codecOf(outputEncoding) === undefined)
      throw new ERR_INVALID_ARG_VALUE('outputEncoding', outputEncoding);
  }
  const mac = new FastBuffer(this[kLength]);
  this[kFinalized] = true;
  if (this[kLength] > 0 && !binding.final(this[kHandle], mac))
    throw new ERR_CRYPTO_OPERATION_FAILED('Failed to finalize MAC');
  return encodeBytes(mac, outputEncoding);
});

module.exports = {
  createMac: function createMac(algorithm, key, options) {
    return new Mac(algorithm, key, options === undefined ? { __proto__: null } : options);
  },
  getMacs: () => ArrayPrototypeToSpliced.call(NAMES),
};
