'use strict';
// SubtleCrypto.supports(): makes the conversions and checks that an operation begins with, without
// a key.

const {
  OPERATIONS, normalize, normalizeWrap,
} = require('internal/crypto/subtle_algorithms');
const { checkDerivedBits, secretBits } = require('internal/crypto/subtle_checks');

function checkDeriveKey(algorithm, derived) {
  const importing = normalize(derived, 'importKey');
  const bits = secretBits(normalize(derived, 'getKeyLength'));
  checkDerivedBits(normalize(algorithm, 'deriveBits'), bits);
  return importing;
}

const ASYMMETRIC = {
  '__proto__': null,
  'RSASSA-PKCS1-v1_5': true, 'RSA-PSS': true, 'RSA-OAEP': true, 'ECDSA': true, 'ECDH': true,
  'Ed25519': true, 'Ed448': true, 'X25519': true, 'X448': true,
};

// Each throws, or returns false, if the operation is not supported.
const COMPOUND = {
  __proto__: null,
  deriveBits: (algorithm, length) => {
    checkDerivedBits(normalize(algorithm, 'deriveBits'), length);
  },
  deriveKey: checkDeriveKey,
  wrapKey: (algorithm, wrapped) => {
    normalizeWrap(algorithm, true);
    normalize(wrapped, 'exportKey');
  },
  unwrapKey: (algorithm, wrapped) => {
    normalizeWrap(algorithm, false);
    normalize(wrapped, 'importKey');
  },
  getPublicKey: (algorithm) => ASYMMETRIC[normalize(algorithm, 'exportKey').name] === true,
};

const SIMPLE = {
  __proto__: null,
  encrypt: true, decrypt: true, sign: true, verify: true, digest: true, generateKey: true,
  importKey: true, exportKey: true,
};

function supports(operation, algorithm, extra) {
  try {
    if (COMPOUND[operation] !== undefined)
      return COMPOUND[operation](algorithm, extra) !== false;
    if (SIMPLE[operation] !== true || OPERATIONS[operation] === undefined)
      return false;
    normalize(algorithm, operation);
    return true;
  } catch {
    return false;
  }
}

module.exports = { supports };
