'use strict';
// Web Crypto: the globals `crypto`, Crypto, CryptoKey, SubtleCrypto. Arguments are converted here,
// internal/crypto/subtle does the work and is loaded with the first use of `crypto.subtle`.

const {
  ArrayBufferIsView: isView, ObjectDefineProperties, ObjectDefineProperty, PromiseReject, Promise,
  ReflectApply, SafeArray, SymbolToStringTag, Uint8Array,
} = primordials;
const {
  codes: {
    ERR_ILLEGAL_CONSTRUCTOR, ERR_INVALID_ARG_TYPE, ERR_INVALID_THIS,
  },
} = require('internal/errors');
const random = require('internal/crypto/random');
const { copyBytes, memoryOf } = require('internal/util/bytes');
const { isAnyArrayBuffer, isSharedArrayBuffer } = require('internal/util/types');

let isMaking = false;
let parts;
// What only `crypto.subtle` needs.
const load = () => parts ??= {
  __proto__: null,
  subtle: require('internal/crypto/subtle'),
  algorithms: require('internal/crypto/subtle_algorithms'),
  keys: require('internal/crypto/cryptokey'),
};

class Crypto {
  constructor() {
    if (!isMaking)
      throw new ERR_ILLEGAL_CONSTRUCTOR();
  }

  get subtle() {
    if (this !== webcrypto)
      throw new ERR_INVALID_THIS('Crypto');
    return subtle;
  }

  getRandomValues(array) {
    if (this !== webcrypto)
      throw new ERR_INVALID_THIS('Crypto');
    if (arguments.length === 0)
      throw missing('getRandomValues', 'Crypto', 1, 0);
    return random.getRandomValues(array);
  }

  randomUUID() {
    if (this !== webcrypto)
      throw new ERR_INVALID_THIS('Crypto');
    return random.randomUUID();
  }
}

// ---- Conversions of arguments ----

function missing(name, owner, required, present) {
  const error = new primordials.TypeError(
    `Failed to execute '${name}' on '${owner}': ${required} argument${required === 1 ? '' : 's'} ` +
    `required, but only ${present} present.`);
  error.code = 'ERR_MISSING_ARGS';
  return error;
}

function invalid(message, code = 'ERR_INVALID_ARG_VALUE') {
  const error = new primordials.TypeError(message);
  error.code = code;
  return error;
}

function bytes(value, name) {
  if (!isView(value) && !isAnyArrayBuffer(value)) {
    throw new ERR_INVALID_ARG_TYPE(
      name, ['ArrayBuffer', 'Buffer', 'TypedArray', 'DataView'], value);
  }
  if (isSharedArrayBuffer(memoryOf(value)))
    throw invalid(`${name} is a view on a SharedArrayBuffer, which is not allowed.`,
                  'ERR_INVALID_ARG_TYPE');
  return new Uint8Array(copyBytes(value));
}

function cryptoKey(value, name) {
  if (!load().keys.isCryptoKey(value))
    throw new ERR_INVALID_ARG_TYPE(name, 'CryptoKey', value);
  return value;
}

const FORMATS = {
  '__proto__': null,
  'raw': true, 'pkcs8': true, 'spki': true, 'jwk': true, 'raw-public': true, 'raw-private': true,
  'raw-seed': true, 'raw-secret': true,
};

function format(value) {
  const text = `${value}`;
  if (FORMATS[text] !== true)
    throw invalid(`'${text}' is not a valid enum value of type KeyFormat.`);
  return text;
}

const USAGES = {
  __proto__: null,
  encrypt: true, decrypt: true, sign: true, verify: true, deriveKey: true, deriveBits: true,
  wrapKey: true, unwrapKey: true, encapsulateKey: true, encapsulateBits: true,
  decapsulateKey: true, decapsulateBits: true,
};

function usages(value) {
  if (value === null || (typeof value !== 'object' && typeof value !== 'function'))
    throw new ERR_INVALID_ARG_TYPE('keyUsages', 'Array', value);
  const list = new SafeArray();
  // lint-ok: array-iteration the program's iterable
  for (const usage of value) {
    const text = `${usage}`;
    if (USAGES[text] !== true)
      throw invalid(`'${text}' is not a valid enum value of type KeyUsage.`);
    list.push(text);
  }
  return list;
}

function keyData(value, kind) {
  if (kind !== 'jwk')
    return bytes(value, 'keyData');
  if (typeof value !== 'object' || value === null || isView(value) || isAnyArrayBuffer(value))
    throw new ERR_INVALID_ARG_TYPE('keyData', 'JsonWebKey', value);
  return value;
}

function bits(value) {
  if (value === undefined || value === null)
    return null;
  const number = +value;
  if (!(number >= 0) || number > 4294967295)
    throw invalid('length is outside the expected range of 0 to 4294967295.', 'ERR_OUT_OF_RANGE');
  return number - number % 1;
}

const normalize = (algorithm, operation) => load().algorithms.normalize(algorithm, operation);

// ---- SubtleCrypto ----

class SubtleCrypto {
  constructor() {
    if (!isMaking)
      throw new ERR_ILLEGAL_CONSTRUCTOR();
  }

  static supports(operation, algorithm) {
    if (arguments.length < 2)
      throw missing('supports', 'SubtleCrypto', 2, arguments.length);
    try {
      const op = operation === 'deriveKey' ? 'deriveBits' : `${operation}`;
      load().algorithms.normalize(algorithm, op);
      return true;
    } catch {
      return false;
    }
  }
}

// Each returns a promise; arguments are converted before it is made.
const METHODS = {
  __proto__: null,
  digest: [2, (algorithm, data) => {
    const wanted = normalize(algorithm, 'digest');
    return load().subtle.digest(wanted, bytes(data, 'data'));
  }],
  generateKey: [3, (algorithm, extractable, keyUsages) => {
    const wanted = normalize(algorithm, 'generateKey');
    return load().subtle.generateKey(wanted, !!extractable, usages(keyUsages));
  }],
  importKey: [5, async (kind, data, algorithm, extractable, keyUsages) => {
    kind = format(kind);
    data = keyData(data, kind);
    const wanted = normalize(algorithm, 'importKey');
    return load().subtle.importKey(kind, data, wanted, !!extractable, usages(keyUsages));
  }],
  exportKey: [2, async (kind, key) =>
    load().subtle.exportKey(format(kind), cryptoKey(key, 'key'))],
  encrypt: [3, (algorithm, key, data) => {
    const wanted = normalize(algorithm, 'encrypt');
    return load().subtle.encrypt(wanted, cryptoKey(key, 'key'), bytes(data, 'data'));
  }],
  decrypt: [3, (algorithm, key, data) => {
    const wanted = normalize(algorithm, 'decrypt');
    return load().subtle.decrypt(wanted, cryptoKey(key, 'key'), bytes(data, 'data'));
  }],
  sign: [3, (algorithm, key, data) => {
    const wanted = normalize(algorithm, 'sign');
    return load().subtle.sign(wanted, cryptoKey(key, 'key'), bytes(data, 'data'));
  }],
  verify: [4, (algorithm, key, signature, data) => {
    const wanted = normalize(algorithm, 'verify');
    return load().subtle.verify(wanted, cryptoKey(key, 'key'), bytes(signature, 'signature'),
                                bytes(data, 'data'));
  }],
  deriveBits: [2, (algorithm, key, length) => {
    const wanted = normalize(algorithm, 'deriveBits');
    return load().subtle.deriveBits(wanted, cryptoKey(key, 'baseKey'), bits(length));
  }],
  deriveKey: [5, (algorithm, key, derived, extractable, keyUsages) => {
    const wanted = normalize(algorithm, 'deriveBits');
    return load().subtle.deriveKey(wanted, cryptoKey(key, 'baseKey'), derived, !!extractable,
                                   usages(keyUsages));
  }],
  wrapKey: [4, (kind, key, wrappingKey, algorithm) => {
    const wanted = load().subtle.wrapAlgorithm(algorithm, 'wrapKey', 'encrypt');
    return load().subtle.wrapKey(format(kind), cryptoKey(key, 'key'),
                                 cryptoKey(wrappingKey, 'wrappingKey'), wanted);
  }],
  unwrapKey: [7, (kind, wrapped, key, algorithm, derived, extractable, keyUsages) => {
    const wanted = load().subtle.wrapAlgorithm(algorithm, 'unwrapKey', 'decrypt');
    const importing = normalize(derived, 'importKey');
    return load().subtle.unwrapKey(
      format(kind), bytes(wrapped, 'wrappedKey'), cryptoKey(key, 'unwrappingKey'), wanted,
      importing, !!extractable, usages(keyUsages));
  }],
  getPublicKey: [2, (key, keyUsages) =>
    load().subtle.getPublicKey(cryptoKey(key, 'key'), usages(keyUsages))],
};

function addMethod(name, required, body) {
  const method = { [name](...args) {
    if (this !== subtle)
      return PromiseReject.call(Promise, new ERR_INVALID_THIS('SubtleCrypto'));
    if (args.length < required)
      return PromiseReject.call(Promise, missing(name, 'SubtleCrypto', required, args.length));
    try {
      return ReflectApply(body, undefined, args);
    } catch (error) {
      return PromiseReject.call(Promise, error);
    }
  } }[name];
  ObjectDefineProperty(method, 'length', { __proto__: null, configurable: true, value: required });
  ObjectDefineProperty(SubtleCrypto.prototype, name, {
    __proto__: null, configurable: true, enumerable: true, writable: true, value: method,
  });
}
const NAMES = [
  'encrypt', 'decrypt', 'sign', 'verify', 'digest', 'generateKey', 'deriveKey', 'deriveBits',
  'importKey', 'exportKey', 'wrapKey', 'unwrapKey', 'getPublicKey',
];
for (let i = 0; i < NAMES.length; i++)
  addMethod(NAMES[i], METHODS[NAMES[i]][0], METHODS[NAMES[i]][1]);

const tag = (value) => ({ __proto__: null, configurable: true, value });
ObjectDefineProperty(SubtleCrypto.prototype, SymbolToStringTag, tag('SubtleCrypto'));
ObjectDefineProperties(Crypto.prototype, {
  __proto__: null,
  subtle: { __proto__: null, enumerable: true },
  getRandomValues: { __proto__: null, enumerable: true },
  randomUUID: { __proto__: null, enumerable: true },
  [SymbolToStringTag]: tag('Crypto'),
});

isMaking = true;
const webcrypto = new Crypto();
const subtle = new SubtleCrypto();
isMaking = false;

module.exports = {
  Crypto, SubtleCrypto, subtle, webcrypto,
  get CryptoKey() { return require('internal/crypto/cryptokey').CryptoKey; },
};
