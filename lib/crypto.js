'use strict';
// node:crypto: hashes, HMACs, key derivation, random numbers. Each part is loaded when it is first
// used, and OpenSSL with the first hash or key.

const parts = {
  '__proto__': null,
  'hash': ['createHash', 'createHmac', 'getHashes', 'hash', 'Hash', 'Hmac'],
  'kdf': ['pbkdf2', 'pbkdf2Sync', 'scrypt', 'scryptSync'],
  'keys': ['KeyObject', 'createSecretKey'],
  'random': ['getRandomValues', 'randomBytes', 'randomFill', 'randomFillSync', 'randomInt', 'randomUUID',
             'randomUUIDv7'],
  'util': ['getFips', 'timingSafeEqual'],
  'webcrypto': ['webcrypto'],
};

// Old names of randomBytes, which few look for: not enumerable.
const aliases = { __proto__: null, pseudoRandomBytes: 'randomBytes', prng: 'randomBytes', rng: 'randomBytes' };

function lazy(name, part, from, enumerable) {
  Object.defineProperty(exports, name, {
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
    Object.defineProperty(exports, name, {
      __proto__: null, configurable: true, enumerable, writable: true, value,
    });
  }
}

for (const part in parts) {
  for (const name of parts[part])
    lazy(name, part, name, true);
}
for (const name in aliases)
  lazy(name, 'random', aliases[name], false);
