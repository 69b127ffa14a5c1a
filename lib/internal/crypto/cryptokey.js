'use strict';
// CryptoKey: a Key of the binding, with its algorithm and permitted usages.

const {
  ArrayPrototypeSlice, ObjectDefineProperties, ObjectKeys, ObjectPrototypeIsPrototypeOf, SafeArray,
  SafeSet, SymbolFor, SymbolToStringTag, Uint8Array,
} = primordials;
const { setOwnProperty } = require('internal/util');
const { codes: { ERR_ILLEGAL_CONSTRUCTOR, ERR_INVALID_THIS } } = require('internal/errors');
const { copyBytes } = require('internal/util/bytes');
const { kClone, kPack } = require('internal/messaging/transfer');
const { packKey, setCryptoKeys, unpackHandle } = require('internal/crypto/keys');
const binding = internalBinding('crypto');

let isMaking = false;
let isCryptoKey;
let slotsOf;
let setSlots;

class CryptoKey {
  #slots;
  #algorithm;
  #usages;

  constructor() {
    if (!isMaking)
      throw new ERR_ILLEGAL_CONSTRUCTOR();
  }

  static {
    isCryptoKey = (value) => typeof value === 'object' && value !== null && #slots in value;
    slotsOf = (key) => key.#slots;
    setSlots = (key, slots) => { key.#slots = slots; };
  }

  get type() {
    if (!isCryptoKey(this))
      throw new ERR_INVALID_THIS('CryptoKey');
    return this.#slots.type;
  }

  get extractable() {
    if (!isCryptoKey(this))
      throw new ERR_INVALID_THIS('CryptoKey');
    return this.#slots.extractable;
  }

  // Copies: what the program does to them changes no key.
  get algorithm() {
    if (!isCryptoKey(this))
      throw new ERR_INVALID_THIS('CryptoKey');
    return this.#algorithm ??= publicAlgorithm(this.#slots.algorithm);
  }

  get usages() {
    if (!isCryptoKey(this))
      throw new ERR_INVALID_THIS('CryptoKey');
    return this.#usages ??= ArrayPrototypeSlice.call(this.#slots.usages);
  }

  [SymbolFor('nodejs.util.inspect.custom')](depth, options, inspect) {
    if (depth < 0 || !isCryptoKey(this))
      return this;
    // Not by the accessors, which the program can replace.
    const { type, extractable, algorithm, usages } = this.#slots;
    const shown = {
      type, extractable, algorithm: publicAlgorithm(algorithm),
      usages: ArrayPrototypeSlice.call(usages),
    };
    return `CryptoKey ${inspect(shown, {
      __proto__: null, ...options, depth: options.depth === null ? null : options.depth - 1,
    })}`;
  }

  [kClone]() {
    const { type, handle, algorithm, extractable, usages } = this.#slots;
    return createCryptoKey(type, handle, algorithm, extractable, usages);
  }

  [kPack]() {
    const { type, handle, algorithm, extractable, usages } = this.#slots;
    return ['internal/crypto/cryptokey', 'unpack', {
      key: packKey(type, handle), algorithm: publicAlgorithm(algorithm), extractable,
      usages: ArrayPrototypeSlice.call(usages),
    }];
  }
}
ObjectDefineProperties(CryptoKey.prototype, {
  __proto__: null,
  type: { __proto__: null, enumerable: true },
  extractable: { __proto__: null, enumerable: true },
  algorithm: { __proto__: null, enumerable: true },
  usages: { __proto__: null, enumerable: true },
  [SymbolToStringTag]: { __proto__: null, configurable: true, value: 'CryptoKey' },
});

// The class of keys, which the program cannot name.
class InternalCryptoKey extends CryptoKey {
  constructor() { super(); } // the default constructor reads the array iterator
}
ObjectDefineProperties(InternalCryptoKey.prototype, {
  __proto__: null,
  constructor: { __proto__: null, value: CryptoKey },
});

function publicAlgorithm(algorithm) {
  const copy = {};
  const names = ObjectKeys(algorithm);
  for (let i = 0; i < names.length; i++) {
    const value = algorithm[names[i]];
    setOwnProperty(copy, names[i], names[i] === 'hash' ? { name: value.name } :
      names[i] === 'publicExponent' ? new Uint8Array(copyBytes(value)) : value);
  }
  return copy;
}

const USAGES = [
  'encrypt', 'decrypt', 'sign', 'verify', 'deriveKey', 'deriveBits', 'wrapKey', 'unwrapKey',
  'encapsulateKey', 'encapsulateBits', 'decapsulateKey', 'decapsulateBits',
];

// Each usage once, in the order of the standard.
function canonicalUsages(usages) {
  const given = new SafeSet();
  for (let i = 0; i < usages.length; i++)
    given.add(usages[i]);
  const list = new SafeArray();
  for (let i = 0; i < USAGES.length; i++)
    if (given.has(USAGES[i]))
      list.push(USAGES[i]);
  return list;
}

function createCryptoKey(type, handle, algorithm, extractable, usages) {
  isMaking = true;
  const key = new InternalCryptoKey();
  isMaking = false;
  setSlots(key, {
    __proto__: null, type, handle, algorithm, extractable, usages: canonicalUsages(usages),
  });
  return key;
}

// The argument as a CryptoKey; `prefix` and `what` name it in messages.
function cryptoKeyOf(value, prefix, what) {
  if (isCryptoKey(value))
    return value;
  if (ObjectPrototypeIsPrototypeOf.call(CryptoKey.prototype, value))
    throw new ERR_INVALID_THIS('CryptoKey');
  const error = new primordials.TypeError(`${prefix}${what} is not of type CryptoKey.`);
  error.code = 'ERR_INVALID_ARG_TYPE';
  throw error;
}

const sameMaterial = (a, b) => slotsOf(a).type === slotsOf(b).type &&
  binding.keyEquals(slotsOf(a).handle, slotsOf(b).handle);

const unpack = ({ key, algorithm, extractable, usages }) =>
  createCryptoKey(key.type, unpackHandle(key), algorithm, extractable, usages);

setCryptoKeys({
  __proto__: null, isCryptoKey, handleOf: (key) => slotsOf(key).handle,
  typeOf: (key) => slotsOf(key).type, isExtractable: (key) => slotsOf(key).extractable,
});

module.exports = {
  CryptoKey, createCryptoKey, cryptoKeyOf, isCryptoKey, sameMaterial, slotsOf, unpack,
};
