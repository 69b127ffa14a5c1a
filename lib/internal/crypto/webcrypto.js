'use strict';
// Web Crypto: the globals `crypto`, Crypto, CryptoKey, SubtleCrypto. Arguments are converted here,
// internal/crypto/subtle does the work and is loaded with the first use of `crypto.subtle`.

const {
  ObjectDefineProperties, ObjectDefineProperty, Promise, PromiseReject,
  SymbolToStringTag,
} = primordials;
const { codes: { ERR_ILLEGAL_CONSTRUCTOR, ERR_INVALID_THIS } } = require('internal/errors');
const { emitExperimentalWarning } = require('internal/util');
const { isPromise } = require('internal/util/types');
const random = require('internal/crypto/random');

let isMaking = false;
let parts;
// What only `crypto.subtle` needs.
const load = () => parts ??= {
  __proto__: null,
  subtle: require('internal/crypto/subtle'),
  algorithms: require('internal/crypto/subtle_algorithms'),
  jwk: require('internal/crypto/subtle_jwk'),
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

const ORDINALS = ['1st', '2nd', '3rd', '4th', '5th', '6th', '7th'];
const prefixOf = (name, owner = 'SubtleCrypto') => `Failed to execute '${name}' on '${owner}': `;

function missing(name, owner, required, present) {
  const error = new primordials.TypeError(
    `${prefixOf(name, owner)}${required} argument${required === 1 ? '' : 's'} ` +
    `required, but only ${present} present.`);
  error.code = 'ERR_MISSING_ARGS';
  return error;
}

const FORMATS = {
  '__proto__': null,
  'raw': true, 'pkcs8': true, 'spki': true, 'jwk': true, 'raw-public': true, 'raw-private': true,
  'raw-seed': true, 'raw-secret': true,
};

const USAGES = {
  __proto__: null,
  encrypt: true, decrypt: true, sign: true, verify: true, deriveKey: true, deriveBits: true,
  wrapKey: true, unwrapKey: true, encapsulateKey: true, encapsulateBits: true,
  decapsulateKey: true, decapsulateBits: true,
};

function enumValue(value, names, type, prefix, what) {
  const { text, typeError } = load().algorithms;
  const name = text(value, prefix, what);
  if (names[name] !== true) {
    throw typeError(`${prefix}${what} '${name}' is not a valid enum value of type ${type}.`,
                    'ERR_INVALID_ARG_VALUE');
  }
  return name;
}

// The arguments of one call, named in messages: "3rd argument".
class Arguments {
  constructor(name, values) {
    this.prefix = prefixOf(name);
    this.values = values;
  }

  algorithm(i, operation) {
    return load().algorithms.normalize(
      this.values[i], operation, this.prefix, `${ORDINALS[i]} argument`);
  }

  wrapAlgorithm(i, isWrap) {
    return load().algorithms.normalizeWrap(
      this.values[i], isWrap, this.prefix, `${ORDINALS[i]} argument`);
  }

  bytes(i) {
    return load().algorithms.bytes(this.values[i], this.prefix, `${ORDINALS[i]} argument`);
  }

  key(i) {
    return load().keys.cryptoKeyOf(this.values[i], this.prefix, `${ORDINALS[i]} argument`);
  }

  format(i) {
    return enumValue(this.values[i], FORMATS, 'KeyFormat', this.prefix, `${ORDINALS[i]} argument`);
  }

  flag(i) { return !!this.values[i]; }

  usages(i) {
    const what = `${ORDINALS[i]} argument`;
    const list = load().jwk.sequence(this.values[i], this.prefix, what);
    for (let k = 0; k < list.length; k++)
      list[k] = enumValue(list[k], USAGES, 'KeyUsage', this.prefix, `${what}[${k}]`);
    return list;
  }

  keyData(i, format) {
    return format === 'jwk' ?
      load().jwk.dictionary(this.values[i], this.prefix, `${ORDINALS[i]} argument`) :
      this.bytes(i);
  }

  // A length in bits; null if there is none.
  bits(i) {
    const { [i]: value } = this.values;
    return value === undefined || value === null ? null :
      load().algorithms.integer(value, 4294967295, this.prefix, `${ORDINALS[i]} argument`);
  }
}

// ---- SubtleCrypto ----

class SubtleCrypto {
  constructor() {
    if (!isMaking)
      throw new ERR_ILLEGAL_CONSTRUCTOR();
  }

  static supports(operation, algorithm, lengthOrAdditionalAlgorithm = null) {
    if (this !== SubtleCrypto)
      throw new ERR_INVALID_THIS('SubtleCrypto constructor');
    if (arguments.length < 2)
      throw missing('supports', 'SubtleCrypto', 2, arguments.length);
    experimental('supports');
    const prefix = prefixOf('supports');
    const { algorithms: { text, integer } } = load();
    operation = text(operation, prefix, '1st argument');
    if (operation === 'deriveBits' && lengthOrAdditionalAlgorithm !== null) {
      lengthOrAdditionalAlgorithm =
        integer(lengthOrAdditionalAlgorithm, 4294967295, prefix, '3rd argument');
    }
    return require('internal/crypto/subtle_supports')
      .supports(operation, algorithm, lengthOrAdditionalAlgorithm);
  }
}

const EXPERIMENTAL = {
  __proto__: null,
  getPublicKey: true, encapsulateBits: true, encapsulateKey: true, decapsulateBits: true,
  decapsulateKey: true, supports: true,
};

function experimental(name) {
  if (EXPERIMENTAL[name] === true)
    emitExperimentalWarning(`The ${name} Web Crypto API method`);
}

// Each returns a promise. All arguments are converted before algorithms are normalized.
const onData = (name) => (args) => {
  const key = args.key(1), data = args.bytes(2);
  return load().subtle[name](args.algorithm(0, name), key, data);
};

const METHODS = {
  __proto__: null,
  digest: [2, (args) => {
    const data = args.bytes(1);
    return load().subtle.digest(args.algorithm(0, 'digest'), data);
  }],
  generateKey: [3, (args) => {
    const usages = args.usages(2);
    return load().subtle.generateKey(args.algorithm(0, 'generateKey'), args.flag(1), usages);
  }],
  importKey: [5, (args) => {
    const format = args.format(0);
    const data = args.keyData(1, format), usages = args.usages(4);
    return load().subtle.importKey(
      format, data, args.algorithm(2, 'importKey'), args.flag(3), usages);
  }],
  exportKey: [2, (args) => load().subtle.exportKey(args.format(0), args.key(1))],
  encrypt: [3, onData('encrypt')],
  decrypt: [3, onData('decrypt')],
  sign: [3, onData('sign')],
  verify: [4, (args) => {
    const key = args.key(1), signature = args.bytes(2), data = args.bytes(3);
    return load().subtle.verify(args.algorithm(0, 'verify'), key, signature, data);
  }],
  deriveBits: [2, (args) => {
    const key = args.key(1), bits = args.bits(2);
    return load().subtle.deriveBits(args.algorithm(0, 'deriveBits'), key, bits);
  }],
  deriveKey: [5, (args) => {
    const key = args.key(1), usages = args.usages(4);
    return load().subtle.deriveKey(
      args.algorithm(0, 'deriveBits'), key, args.algorithm(2, 'importKey'),
      args.algorithm(2, 'getKeyLength'), args.flag(3), usages);
  }],
  wrapKey: [4, (args) => load().subtle.wrapKey(
    args.format(0), args.key(1), args.key(2), args.wrapAlgorithm(3, true))],
  unwrapKey: [7, (args) => {
    const format = args.format(0), wrapped = args.bytes(1), key = args.key(2);
    const usages = args.usages(6);
    return load().subtle.unwrapKey(
      format, wrapped, key, args.wrapAlgorithm(3, false), args.algorithm(4, 'importKey'),
      args.flag(5), usages);
  }],
  getPublicKey: [2, (args) => load().subtle.getPublicKey(args.key(0), args.usages(1))],
  // No algorithm has these operations: the normalization throws.
  encapsulateBits: [2, (args) => { args.key(1); args.algorithm(0, 'encapsulate'); }],
  encapsulateKey: [5, (args) => { args.key(1); args.algorithm(0, 'encapsulate'); }],
  decapsulateBits: [3, (args) => { args.key(1); args.algorithm(0, 'decapsulate'); }],
  decapsulateKey: [6, (args) => { args.key(1); args.algorithm(0, 'decapsulate'); }],
};

// By `await`, which does not read the species of promises.
async function giveLater(give, promise, resolve, reject) {
  let value;
  try {
    value = await promise;
  } catch (error) {
    reject(error);
    return;
  }
  give(resolve, value);
}

function addMethod(name, required, body) {
  const method = { [name](...args) {
    if (this !== subtle)
      return PromiseReject.call(Promise, new ERR_INVALID_THIS('SubtleCrypto'));
    if (args.length < required)
      return PromiseReject.call(Promise, missing(name, 'SubtleCrypto', required, args.length));
    experimental(name);
    try {
      const result = body(new Arguments(name, args));
      const { subtle: { give } } = load();
      return new Promise((resolve, reject) => {
        if (isPromise(result))
          giveLater(give, result, resolve, reject);
        else
          give(resolve, result);
      });
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
  'importKey', 'exportKey', 'wrapKey', 'unwrapKey', 'getPublicKey', 'encapsulateBits',
  'encapsulateKey', 'decapsulateBits', 'decapsulateKey',
];
for (let i = 0; i < NAMES.length; i++)
  addMethod(NAMES[i], METHODS[NAMES[i]][0], METHODS[NAMES[i]][1]);

const tag = (value) => ({ __proto__: null, configurable: true, value });
ObjectDefineProperty(SubtleCrypto.prototype, SymbolToStringTag, tag('SubtleCrypto'));
ObjectDefineProperty(SubtleCrypto, 'supports', { __proto__: null, enumerable: true });
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
