'use strict';
// node:crypto: hashes, HMACs, key derivation, random numbers. Each part is loaded when it is first
// used, and OpenSSL with the first hash or key.

const { ObjectDefineProperty } = primordials;

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
lazyAll('kdf', ['pbkdf2', 'pbkdf2Sync', 'scrypt', 'scryptSync']);
lazyAll('keys', ['KeyObject', 'createSecretKey']);
lazyAll('random', [
  'getRandomValues', 'randomBytes', 'randomFill', 'randomFillSync', 'randomInt', 'randomUUID',
  'randomUUIDv7',
]);
lazyAll('util', ['getFips', 'timingSafeEqual']);
lazyAll('webcrypto', ['webcrypto']);
// Old names of randomBytes, which are not enumerable.
lazy('pseudoRandomBytes', 'random', 'randomBytes', false);
lazy('prng', 'random', 'randomBytes', false);
lazy('rng', 'random', 'randomBytes', false);
