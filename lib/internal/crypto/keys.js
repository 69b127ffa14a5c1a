'use strict';
// KeyObject, createSecretKey(), createPrivateKey(), createPublicKey(), and conversion of the key
// arguments of other functions.
// (1) A KeyObject holds a Key of the binding privately. Other files get it by handleOf().
// (2) The binding reads and writes PEM, DER and raw keys; internal/crypto/jwk does it for JWK.

const {
  ArrayBufferIsView: isView, BigInt, NumberPrototypeToString, ObjectDefineProperty,
  StringPrototypePadStart, SymbolToStringTag, TypedArrayPrototypeGetLength, Uint8Array,
} = primordials;
const {
  codes: {
    ERR_CRYPTO_INCOMPATIBLE_KEY_OPTIONS, ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE, ERR_INVALID_ARG_TYPE,
    ERR_INVALID_ARG_VALUE, ERR_INVALID_THIS, ERR_OUT_OF_RANGE,
  },
} = require('internal/errors');
const { validateObject, validateOneOf, validateString } = require('internal/validators');
const { FastBuffer } = require('internal/buffer');
const { bytesOf } = require('internal/crypto/util');
const { getDeprecationWarningEmitter } = require('internal/util');
const { isAnyArrayBuffer } = require('internal/util/types');
const { kClone, kPack } = require('internal/messaging/transfer');
const binding = internalBinding('crypto');

// enum gy_key_encoding
const ENCODINGS = { __proto__: null, pkcs1: 1, pkcs8: 2, spki: 3, sec1: 4 };

let jwk;
const lazyJwk = () => jwk ??= require('internal/crypto/jwk');

// Set by internal/crypto/cryptokey, when the first CryptoKey is made.
let cryptoKeys;
const setCryptoKeys = (functions) => { cryptoKeys = functions; };
const isCryptoKey = (value) => cryptoKeys !== undefined && cryptoKeys.isCryptoKey(value);

const warnings = { __proto__: null };
const warn = (code, message) => (
  warnings[code] ??= getDeprecationWarningEmitter(code, message))();

// Converts a CryptoKey argument of a node:crypto function to a KeyObject; returns other values
// unchanged.
function keyObjectFrom(value) {
  if (!isCryptoKey(value))
    return value;
  warn('DEP0203', 'Passing a CryptoKey to node:crypto functions is deprecated.');
  return keyObjectOf(cryptoKeys.typeOf(value), cryptoKeys.handleOf(value));
}

let handleOf;
let isKeyObject;
let typeOf;

class KeyObject {
  #type;
  #handle;

  constructor(type, handle) {
    if (type !== 'secret' && type !== 'public' && type !== 'private')
      throw new ERR_INVALID_ARG_VALUE('type', type);
    if (typeof handle !== 'object' || handle === null)
      throw new ERR_INVALID_ARG_TYPE('handle', 'object', handle);
    this.#type = type;
    this.#handle = handle;
  }

  static {
    isKeyObject = (value) => typeof value === 'object' && value !== null && #handle in value;
    handleOf = (key) => key.#handle;
    typeOf = (key) => key.#type;
  }

  get type() {
    if (!isKeyObject(this))
      throw new ERR_INVALID_THIS('KeyObject');
    return this.#type;
  }

  static from(key) {
    if (!isCryptoKey(key))
      throw new ERR_INVALID_ARG_TYPE('key', 'CryptoKey', key);
    if (!cryptoKeys.isExtractable(key)) {
      warn('DEP0204',
           'Passing a non-extractable CryptoKey to KeyObject.from() is deprecated.');
    }
    return keyObjectOf(cryptoKeys.typeOf(key), cryptoKeys.handleOf(key));
  }

  [kClone]() { return keyObjectOf(this.#type, this.#handle); }

  [kPack]() { return ['internal/crypto/keys', 'unpack', packKey(this.#type, this.#handle)]; }

  equals(otherKeyObject) {
    if (!isKeyObject(this))
      throw new ERR_INVALID_THIS('KeyObject');
    if (!isKeyObject(otherKeyObject))
      throw new ERR_INVALID_ARG_TYPE('otherKeyObject', 'KeyObject', otherKeyObject);
    return sameKeys(this, otherKeyObject);
  }
}
ObjectDefineProperty(KeyObject.prototype, SymbolToStringTag, {
  __proto__: null, configurable: true, value: 'KeyObject',
});

const sameKeys = (a, b) => typeOf(a) === typeOf(b) &&
  binding.keyEquals(handleOf(a), handleOf(b));

class SecretKeyObject extends KeyObject {
  constructor(handle) { super('secret', handle); }

  get symmetricKeySize() {
    if (!isKeyObject(this) || typeOf(this) !== 'secret')
      throw new ERR_INVALID_THIS('SecretKeyObject');
    return binding.keySize(handleOf(this));
  }

  export(options) {
    if (options !== undefined) {
      validateObject(options, 'options');
      validateOneOf(options.format, 'options.format', [undefined, 'buffer', 'jwk']);
      if (options.format === 'jwk')
        return lazyJwk().exportSecret(handleOf(this));
    }
    return new FastBuffer(binding.keyBytes(handleOf(this)));
  }

  toCryptoKey(algorithm, extractable, keyUsages) {
    return require('internal/crypto/webcrypto_keys')
      .keyObjectToCryptoKey(this, algorithm, extractable, keyUsages);
  }
}

// ---- For another thread: the bytes of the key ----

const packKey = (type, handle) => ({
  type,
  bytes: type === 'secret' ? binding.keyBytes(handle) : binding.keyExport(
    handle, type === 'public', true, type === 'public' ? ENCODINGS.spki : ENCODINGS.pkcs8,
    undefined, undefined),
});

function unpackHandle({ type, bytes }) {
  if (type === 'secret')
    return binding.keySecret(bytes);
  return type === 'public' ? binding.keyPublic(bytes, true, ENCODINGS.spki, undefined) :
    binding.keyPrivate(bytes, true, ENCODINGS.pkcs8, undefined);
}

const unpack = (packed) => keyObjectOf(packed.type, unpackHandle(packed));

// ---- Details ----

function bigOf(bytes) {
  const view = new Uint8Array(bytes);
  let digits = '0x0';
  for (let i = 0; i < TypedArrayPrototypeGetLength.call(view); i++)
    digits += StringPrototypePadStart.call(NumberPrototypeToString.call(view[i], 16), 2, '0');
  return BigInt(digits);
}

function bitsOf(bytes) {
  const view = new Uint8Array(bytes);
  const { 0: first } = view;
  return 8 * TypedArrayPrototypeGetLength.call(view) - (first === 0 ? 0 :
    8 - NumberPrototypeToString.call(first, 2).length);
}

const rsaDetails = (handle) => ({
  modulusLength: binding.keyBits(handle),
  publicExponent: bigOf(binding.keyNumber(handle, 'e')),
});

const DETAILS = {
  '__proto__': null,
  'rsa': rsaDetails,
  'rsa-pss': (handle) => {
    const details = rsaDetails(handle);
    const restrictions = binding.keyPss(handle);
    if (restrictions !== undefined) {
      ({ 0: details.hashAlgorithm, 1: details.mgf1HashAlgorithm, 2: details.saltLength } =
        restrictions);
    }
    return details;
  },
  'dsa': (handle) => ({
    modulusLength: binding.keyBits(handle),
    divisorLength: bitsOf(binding.keyNumber(handle, 'q')),
  }),
  'ec': (handle) => ({ namedCurve: binding.keyText(handle, 'group') }),
};

class AsymmetricKeyObject extends KeyObject {
  #keyType;
  #details;

  // The default constructor reads the array iterator.
  constructor(type, handle) { super(type, handle); }

  get asymmetricKeyType() {
    if (!isKeyObject(this) || !(#details in this))
      throw new ERR_INVALID_THIS('AsymmetricKeyObject');
    return this.#keyType ??= binding.keyType(handleOf(this));
  }

  get asymmetricKeyDetails() {
    if (!isKeyObject(this) || !(#details in this))
      throw new ERR_INVALID_THIS('AsymmetricKeyObject');
    if (this.#details === undefined) {
      const details = DETAILS[binding.keyType(handleOf(this))];
      this.#details = details === undefined ? {} : details(handleOf(this));
    }
    return { ...this.#details }; // lint-ok: options-own an object for the program
  }

  toCryptoKey(algorithm, extractable, keyUsages) {
    return require('internal/crypto/webcrypto_keys')
      .keyObjectToCryptoKey(this, algorithm, extractable, keyUsages);
  }
}

// ---- Encodings ----

// Arguments that are keys themselves: other names are of objects in `options`.
const ARGUMENTS = {
  '__proto__': null,
  'key': true, 'privateKey': true, 'options.privateKey': true, 'options.publicKey': true,
};

// Of `options`, of an object in it, or of an argument that is a key.
const optionName = (object, name) => (object === undefined ? `options.${name}` :
  ARGUMENTS[object] === true ? `${object}.${name}` : `options.${object}.${name}`);
const argumentName = (object = 'key') =>
  (ARGUMENTS[object] === true ? object : `options.${object}`);

const isBytes = (value) => isView(value) || isAnyArrayBuffer(value);

function passphraseOf(options, object) {
  const { passphrase, encoding } = options;
  if (passphrase === undefined || passphrase === null)
    return undefined;
  if (typeof passphrase !== 'string' && !isBytes(passphrase))
    throw new ERR_INVALID_ARG_VALUE(optionName(object, 'passphrase'), passphrase);
  return bytesOf(passphrase, 'passphrase', encoding);
}

// `format` and `type` of a key that is written, or of one that is read (isInput).
function formatAndType(options, keyType, isPublic, isInput, object) {
  const { format, type } = options;
  if (format === undefined && isInput)
    return { __proto__: null, isDer: false, type };
  if (format !== 'pem' && format !== 'der')
    throw new ERR_INVALID_ARG_VALUE(optionName(object, 'format'), format);
  const isNeeded = !isInput || format === 'der';
  if (type !== undefined || isNeeded) {
    const allowed = isPublic === undefined ? ENCODINGS[type] !== undefined :
      isPublic ? type === 'pkcs1' || type === 'spki' :
        type === 'pkcs1' || type === 'pkcs8' || type === 'sec1';
    if (typeof type !== 'string' || !allowed)
      throw new ERR_INVALID_ARG_VALUE(optionName(object, 'type'), type);
  }
  if (keyType !== undefined && type === 'pkcs1' && keyType !== 'rsa')
    throw new ERR_CRYPTO_INCOMPATIBLE_KEY_OPTIONS('pkcs1', 'can only be used for RSA keys');
  if (keyType !== undefined && type === 'sec1' && keyType !== 'ec')
    throw new ERR_CRYPTO_INCOMPATIBLE_KEY_OPTIONS('sec1', 'can only be used for EC keys');
  return { __proto__: null, isDer: format === 'der', type };
}

// The cipher and pass phrase that a private key is written with.
function encryptionOf(options, type, isDer, object) {
  const { cipher, passphrase } = options;
  if (cipher === undefined || cipher === null) {
    if (passphrase !== undefined) {
      throw new ERR_INVALID_ARG_VALUE(
        optionName(object, 'cipher'), cipher, 'is required when a passphrase is specified');
    }
    return { __proto__: null, cipher: undefined, passphrase: undefined };
  }
  if (typeof cipher !== 'string')
    throw new ERR_INVALID_ARG_VALUE(optionName(object, 'cipher'), cipher);
  if (isDer && (type === 'pkcs1' || type === 'sec1'))
    throw new ERR_CRYPTO_INCOMPATIBLE_KEY_OPTIONS(type, 'does not support encryption');
  if (typeof passphrase !== 'string' && !isBytes(passphrase))
    throw new ERR_INVALID_ARG_VALUE(optionName(object, 'passphrase'), passphrase);
  return { __proto__: null, cipher, passphrase: passphraseOf(options, object) };
}

// Checks the options now, and returns a function that exports a key with them.
function prepareExport(options, keyType, isPublic, object) {
  const { format } = options;
  if (format === 'jwk') {
    if (!isPublic && (options.passphrase !== undefined || options.cipher !== undefined))
      throw new ERR_CRYPTO_INCOMPATIBLE_KEY_OPTIONS('jwk', 'does not support encryption');
    return (handle) => lazyJwk().exportKey(handle, isPublic);
  }
  if (format === (isPublic ? 'raw-public' : 'raw-private') || (!isPublic && format === 'raw-seed'))
    return require('internal/crypto/raw_keys').prepareRawExport(options, keyType, isPublic);
  const { isDer, type } = formatAndType(options, keyType, isPublic, false, object);
  const { cipher, passphrase } = isPublic ?
    { __proto__: null } : encryptionOf(options, type, isDer, object);
  return (handle) => {
    const made = binding.keyExport(handle, isPublic, isDer, ENCODINGS[type], cipher, passphrase);
    return isDer ? new FastBuffer(made) : made;
  };
}

class PublicKeyObject extends AsymmetricKeyObject {
  constructor(handle) { super('public', handle); }

  export(options) {
    validateObject(options, 'options');
    return prepareExport(options, binding.keyType(handleOf(this)), true)(handleOf(this));
  }
}

class PrivateKeyObject extends AsymmetricKeyObject {
  constructor(handle) { super('private', handle); }

  export(options) {
    validateObject(options, 'options');
    return prepareExport(options, binding.keyType(handleOf(this)), false)(handleOf(this));
  }
}

const CLASSES = {
  __proto__: null, secret: SecretKeyObject, public: PublicKeyObject, private: PrivateKeyObject,
};
const keyObjectOf = (type, handle) => new CLASSES[type](handle);

// ---- Reading ----

const KEY_TYPES = ['ArrayBuffer', 'Buffer', 'TypedArray', 'DataView', 'string'];
const INPUT_TYPES = [
  'ArrayBuffer', 'Buffer', 'TypedArray', 'DataView', 'string', 'KeyObject', 'CryptoKey',
];

// A Key of an argument that is no KeyObject.
function readKey(value, isPrivate, types, object = 'key') {
  if (typeof value === 'string' || isBytes(value))
    value = { __proto__: null, key: value, format: 'pem' };
  const { key: data, encoding, format } = value;
  if (format === 'jwk') {
    validateObject(data, optionName(object, 'key'));
    return lazyJwk().importKey(data, isPrivate);
  }
  if (format === 'raw-public' || format === 'raw-private' || format === 'raw-seed')
    return require('internal/crypto/raw_keys').importRaw(value, isPrivate);
  if (typeof data !== 'string' && !isBytes(data))
    throw new ERR_INVALID_ARG_TYPE(optionName(object, 'key'), types, data);
  const { isDer, type } = formatAndType(
    value, undefined, isPrivate ? false : undefined, true, object);
  const passphrase = passphraseOf(value, object);
  return (isPrivate ? binding.keyPrivate : binding.keyPublic)(
    bytesOf(data, 'key', encoding), isDer, ENCODINGS[type], passphrase);
}

const isOptions = (value) => typeof value === 'object' && value !== null && !isBytes(value);

// The KeyObject that an argument is, or has as its `key`; undefined if it has none.
function findKey(value) {
  value = keyObjectFrom(value);
  if (isKeyObject(value))
    return value;
  if (isOptions(value)) {
    const key = keyObjectFrom(value.key);
    if (isKeyObject(key))
      return key;
  }
}

function preparePrivateKey(value, object) {
  const key = findKey(value);
  if (key !== undefined) {
    if (typeOf(key) !== 'private')
      throw new ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE(typeOf(key), 'private');
    return handleOf(key);
  }
  if (typeof value !== 'string' && !isBytes(value) && !isOptions(value))
    throw new ERR_INVALID_ARG_TYPE(argumentName(object), INPUT_TYPES, value);
  return readKey(value, true, INPUT_TYPES, object);
}

// A public key, or the public part of a private one.
function preparePublicKey(value, object) {
  const key = findKey(value);
  if (key !== undefined) {
    if (typeOf(key) === 'secret')
      throw new ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE(typeOf(key), 'private or public');
    return handleOf(key);
  }
  if (typeof value !== 'string' && !isBytes(value) && !isOptions(value))
    throw new ERR_INVALID_ARG_TYPE(argumentName(object), INPUT_TYPES, value);
  return readKey(value, false, INPUT_TYPES, object);
}

const SECRET_TYPES = [
  'string', 'ArrayBuffer', 'Buffer', 'TypedArray', 'DataView', 'KeyObject', 'CryptoKey',
];

// Bytes, or a Key of the binding.
function prepareSecretKey(key, encoding, name = 'key') {
  if (typeof key === 'string')
    return bytesOf(key, name, encoding);
  if (isBytes(key))
    return key;
  key = keyObjectFrom(key);
  if (!isKeyObject(key))
    throw new ERR_INVALID_ARG_TYPE(name, SECRET_TYPES, key);
  if (typeOf(key) !== 'secret')
    throw new ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE(typeOf(key), 'secret');
  return handleOf(key);
}

function createSecretKey(key, encoding) {
  if (typeof key === 'string')
    validateString(encoding ?? 'utf8', 'encoding');
  const bytes = bytesOf(key, 'key', encoding);
  const handle = binding.keySecret(bytes);
  if (handle === undefined)
    throw new ERR_OUT_OF_RANGE('key.byteLength', '>= 0', 0);
  return new SecretKeyObject(handle);
}

function createPrivateKey(key) {
  if (isKeyObject(key) || isCryptoKey(key) ||
      (typeof key !== 'string' && !isBytes(key) && !isOptions(key)))
    throw new ERR_INVALID_ARG_TYPE('key', KEY_TYPES, key);
  if (isOptions(key) && (isKeyObject(key.key) || isCryptoKey(key.key)))
    throw new ERR_INVALID_ARG_TYPE('key.key', KEY_TYPES, key.key);
  return new PrivateKeyObject(readKey(key, true, KEY_TYPES));
}

function createPublicKey(key) {
  const given = findKey(key);
  if (given !== undefined) {
    if (typeOf(given) !== 'private')
      throw new ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE(typeOf(given), 'private');
    return new PublicKeyObject(binding.keyToPublic(handleOf(given)));
  }
  if (typeof key !== 'string' && !isBytes(key) && !isOptions(key))
    throw new ERR_INVALID_ARG_TYPE('key', INPUT_TYPES, key);
  return new PublicKeyObject(readKey(key, false, INPUT_TYPES));
}

module.exports = {
  KeyObject, bigOf, createPrivateKey, createPublicKey, createSecretKey, findKey, handleOf,
  isBytes, isCryptoKey, isKeyObject, isOptions, keyObjectOf, packKey, prepareExport,
  preparePrivateKey, preparePublicKey, prepareSecretKey, sameKeys, setCryptoKeys, typeOf, unpack,
  unpackHandle,
};
