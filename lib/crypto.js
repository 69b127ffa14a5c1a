'use strict';
// node:crypto. Each part is loaded when it is first
// used, and OpenSSL with the first hash or key.

const { ObjectDefineProperty, ReflectApply } = primordials;

let constants;

function lazy(name, part, from, enumerable) {
  ObjectDefineProperty(exports, name, {
    __proto__: null,
    configurable: true,
    enumerable,
    get() {
      const value = require(`internal/crypto/${part}`)[from];
      set(value);
      return value;
    },
    set,
  });
  function set(value) {
    ObjectDefineProperty(exports, name, {
      __proto__: null, configurable: true, enumerable, writable: true, value,
    });
  }
}

function lazyAll(part, names) {
  for (let i = 0; i < names.length; i++)
    lazy(names[i], part, names[i], true);
}
lazyAll('hash', ['createHash', 'createHmac', 'getHashes', 'hash', 'Hash', 'Hmac']);
lazyAll('cipher', [
  'Cipheriv', 'Decipheriv', 'createCipheriv', 'createDecipheriv', 'getCipherInfo', 'getCiphers',
]);
lazyAll('exchange', [
  'DiffieHellman', 'DiffieHellmanGroup', 'ECDH', 'createDiffieHellman', 'createDiffieHellmanGroup',
  'createECDH', 'diffieHellman', 'getCurves', 'getDiffieHellman',
]);
lazyAll('mac', ['createMac', 'getMacs']);
lazyAll('kem', ['decapsulate', 'encapsulate']);
lazyAll('kdf', ['hkdf', 'hkdfSync', 'pbkdf2', 'pbkdf2Sync', 'scrypt', 'scryptSync']);
lazyAll('keys', ['KeyObject', 'createPrivateKey', 'createPublicKey', 'createSecretKey']);
lazyAll('keygen', [
  'checkPrime', 'checkPrimeSync', 'generateKey', 'generateKeyPair', 'generateKeyPairSync',
  'generateKeySync', 'generatePrime', 'generatePrimeSync',
]);
lazyAll('sign', [
  'Sign', 'Verify', 'createSign', 'createVerify', 'privateDecrypt', 'privateEncrypt',
  'publicDecrypt', 'publicEncrypt', 'sign', 'verify',
]);
lazyAll('random', [
  'getRandomValues', 'randomBytes', 'randomFill', 'randomFillSync', 'randomInt', 'randomUUID',
  'randomUUIDv7',
]);
lazyAll('unsupported', ['argon2', 'argon2Sync', 'setEngine']);
lazyAll('library', ['getFips', 'secureHeapUsed', 'setFips']);
lazyAll('util', ['timingSafeEqual']);
lazyAll('webcrypto', ['subtle', 'webcrypto']);
ObjectDefineProperty(exports, 'constants', {
  __proto__: null,
  configurable: false,
  enumerable: true,
  get() { return constants ??= require('internal/crypto/constants'); },
});
lazyAll('x509', ['Certificate', 'X509Certificate']);
// Old names of randomBytes, which are not enumerable.
lazy('pseudoRandomBytes', 'random', 'pseudoRandomBytes', false);
lazy('prng', 'random', 'randomBytes', false);
lazy('rng', 'random', 'randomBytes', false);

// The oldest name of getFips() and setFips().
const warnAndCall = (name, args) => {
  const { deprecate } = require('internal/util');
  const { [name]: call } = require('internal/crypto/library');
  return ReflectApply(
    deprecate(call, `The crypto.fips is deprecated. Please use crypto.${name}()`, 'DEP0093'),
    undefined, args);
};
ObjectDefineProperty(exports, 'fips', {
  __proto__: null,
  get() { return warnAndCall('getFips', []); },
  set(value) { warnAndCall('setFips', [value]); },
});
