'use strict';
// The `crypto` global: random numbers of the Web Cryptography API.

const { ObjectDefineProperty, SymbolToStringTag } = primordials;
const { codes: { ERR_INVALID_THIS, ERR_ILLEGAL_CONSTRUCTOR } } = require('internal/errors');
const random = require('internal/crypto/random');

let isMaking = false;

class Crypto {
  constructor() {
    if (!isMaking)
      throw new ERR_ILLEGAL_CONSTRUCTOR();
  }

  getRandomValues(array) {
    if (this !== webcrypto)
      throw new ERR_INVALID_THIS('Crypto');
    return random.getRandomValues(array);
  }

  randomUUID() {
    if (this !== webcrypto)
      throw new ERR_INVALID_THIS('Crypto');
    return random.randomUUID();
  }
}

const names = ['getRandomValues', 'randomUUID'];
for (let i = 0; i < names.length; i++)
  ObjectDefineProperty(Crypto.prototype, names[i], { __proto__: null, enumerable: true });
ObjectDefineProperty(Crypto.prototype, SymbolToStringTag, {
  __proto__: null, configurable: true, value: 'Crypto',
});

isMaking = true;
const webcrypto = new Crypto();
isMaking = false;

module.exports = { Crypto, webcrypto };
