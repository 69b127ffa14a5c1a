// Keys that cannot be read: which error it is, for JWKs, raw keys and options of signatures.
'use strict';
const assert = require('assert');
const crypto = require('crypto');

for (const [key, message] of [
  [{}, 'Invalid JWK format'],
  [{ kty: 'x' }, 'x is not a supported JWK key type'],
  [{ kty: 'RSA' }, 'Invalid JWK RSA key'],
  [{ kty: 'RSA', n: 'AAAA', e: 1 }, 'Invalid JWK RSA key'],
  [{ kty: 'EC', crv: 'P-256', x: 'AA' }, 'Invalid JWK EC key'],
  [{ kty: 'EC', x: 'AA', y: 'AA' }, 'Invalid JWK EC key'],
  [{ kty: 'OKP', x: 'AA' }, 'Invalid JWK OKP key'],
  [{ kty: 'OKP', crv: 'x', x: 'AA' }, 'Invalid JWK OKP key'],
  [{ kty: 'OKP', crv: 'Ed25519', x: 'AA' }, 'Invalid JWK OKP key'],
]) {
  assert.throws(() => crypto.createPublicKey({ key, format: 'jwk' }),
                { code: 'ERR_CRYPTO_INVALID_JWK', message });
}
assert.throws(
  () => crypto.createPublicKey({ key: { kty: 'EC', crv: 'x', x: 'A', y: 'A' }, format: 'jwk' }),
  { code: 'ERR_CRYPTO_INVALID_CURVE' });

const key = Buffer.alloc(32);
assert.throws(
  () => crypto.createPublicKey({ key, format: 'raw-public', asymmetricKeyType: 'foo' }),
  { code: 'ERR_INVALID_ARG_VALUE', message: 'Invalid asymmetricKeyType: foo' });
assert.throws(
  () => crypto.createPublicKey({ key, format: 'raw-public', asymmetricKeyType: 'rsa' }),
  { code: 'ERR_CRYPTO_INCOMPATIBLE_KEY_OPTIONS' });
assert.throws(
  () => crypto.createPrivateKey({ key, format: 'raw-public', asymmetricKeyType: 'ed25519' }),
  { code: 'ERR_INVALID_ARG_VALUE' });

// Options are checked before the key is read.
for (const name of ['dsaEncoding', 'padding', 'saltLength']) {
  assert.throws(() => crypto.sign('sha256', key, { key: 'no key', [name]: 'x' }),
                { code: 'ERR_INVALID_ARG_VALUE',
                  message: `The property 'options.${name}' is invalid. Received 'x'` });
}

// What a program makes of the accessors of a key changes nothing.
const { publicKey } = crypto.generateKeyPairSync('ec', { namedCurve: 'P-256' });
const asymmetric = Object.getPrototypeOf(Object.getPrototypeOf(publicKey));
const before = Object.getOwnPropertyDescriptor(asymmetric, 'asymmetricKeyType');
Object.defineProperty(asymmetric, 'asymmetricKeyType', { configurable: true, get: () => 'rsa' });
assert.strictEqual(publicKey.export({ format: 'raw-public', type: 'compressed' }).length, 33);
Object.defineProperty(asymmetric, 'asymmetricKeyType', before);
