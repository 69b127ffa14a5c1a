// Both sides of a key exchange compute the same secret; wrong keys are refused.
'use strict';
process.noDeprecation = true; // setEngine() warns
const assert = require('assert');
const crypto = require('crypto');

// DiffieHellman
{
  const alice = crypto.getDiffieHellman('modp14');
  const bob = crypto.createDiffieHellman(alice.getPrime('hex'), 'hex', alice.getGenerator());
  assert.strictEqual(alice.verifyError, 0);
  assert.throws(() => alice.getPublicKey(), { code: 'ERR_CRYPTO_INVALID_STATE' });
  alice.generateKeys();
  bob.generateKeys();
  assert.deepStrictEqual(alice.computeSecret(bob.getPublicKey()),
                         bob.computeSecret(alice.getPublicKey('base64'), 'base64'));
  const same = crypto.createDiffieHellman(alice.getPrime());
  same.setPrivateKey(alice.getPrivateKey());
  assert.deepStrictEqual(same.generateKeys(), alice.getPublicKey());
  assert.throws(() => alice.computeSecret(Buffer.alloc(1)),
                { code: 'ERR_CRYPTO_INVALID_KEYLEN', message: 'Supplied key is too small' });
  assert.throws(() => crypto.getDiffieHellman('nope'), { code: 'ERR_CRYPTO_UNKNOWN_DH_GROUP' });
  assert.throws(() => crypto.createDiffieHellman(512, 1), { code: 'ERR_OSSL_DH_BAD_GENERATOR' });
}

// ECDH
for (const curve of ['prime256v1', 'secp521r1', 'secp256k1']) {
  const alice = crypto.createECDH(curve);
  const bob = crypto.createECDH(curve);
  alice.generateKeys();
  bob.generateKeys();
  const compressed = alice.getPublicKey('hex', 'compressed');
  assert.deepStrictEqual(alice.computeSecret(bob.getPublicKey()),
                         bob.computeSecret(compressed, 'hex'));
  assert.deepStrictEqual(crypto.ECDH.convertKey(compressed, curve, 'hex', undefined,
    'uncompressed'),
                         alice.getPublicKey());
  const same = crypto.createECDH(curve);
  same.setPrivateKey(alice.getPrivateKey());
  assert.deepStrictEqual(same.getPublicKey(), alice.getPublicKey());
  assert.throws(() => alice.computeSecret(Buffer.alloc(5)),
                { code: 'ERR_CRYPTO_ECDH_INVALID_PUBLIC_KEY' });
}
assert.throws(() => crypto.createECDH('nope'), { code: 'ERR_CRYPTO_INVALID_CURVE' });
assert(crypto.getCurves().includes('secp384r1'));

// Keys
for (const [type, options] of [['x25519'], ['x448'], ['ec', { namedCurve: 'P-256' }], ['dh',
  { group: 'modp5' }]]) {
  const a = crypto.generateKeyPairSync(type, options);
  const b = crypto.generateKeyPairSync(type, options);
  const secret = crypto.diffieHellman({ privateKey: a.privateKey, publicKey: b.publicKey });
  crypto.diffieHellman({ privateKey: b.privateKey, publicKey: a.publicKey }, (error, other) => {
    assert.ifError(error);
    assert.deepStrictEqual(other, secret);
  });
}
assert.throws(() => crypto.diffieHellman({
  privateKey: crypto.generateKeyPairSync('x25519').privateKey,
  publicKey: crypto.generateKeyPairSync('x448').publicKey,
}), { code: 'ERR_CRYPTO_INCOMPATIBLE_KEY' });

// HKDF: RFC 5869, test case 1.
{
  const ikm = Buffer.alloc(22, 0x0b);
  const salt = Buffer.from('000102030405060708090a0b0c', 'hex');
  const info = Buffer.from('f0f1f2f3f4f5f6f7f8f9', 'hex');
  const expected =
    '3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865';
  assert.strictEqual(Buffer.from(crypto.hkdfSync('sha256', ikm, salt, info, 42)).toString('hex'),
    expected);
  crypto.hkdf('sha256', crypto.createSecretKey(ikm), salt, info, 42, (error, key) => {
    assert.strictEqual(Buffer.from(key).toString('hex'), expected);
  });
  assert.throws(() => crypto.hkdfSync('sha256', ikm, salt, info, 255 * 32 + 1),
                { code: 'ERR_CRYPTO_INVALID_KEYLEN' });
}

// Primes
assert.strictEqual(crypto.checkPrimeSync(7919n), true);
assert.strictEqual(crypto.checkPrimeSync(Buffer.from([21])), false);
assert.strictEqual(crypto.checkPrimeSync(crypto.generatePrimeSync(64)), true);
crypto.generatePrime(48, { add: 12n, rem: 11n, bigint: true }, (error, prime) => {
  assert.ifError(error);
  assert.strictEqual(prime % 12n, 11n);
  crypto.checkPrime(prime, (failure, isPrime) => assert.strictEqual(isPrime, true));
});

// Raw keys
for (const [type, options] of [['ed25519'], ['x448'], ['ec', { namedCurve: 'P-384' }]]) {
  const pair = crypto.generateKeyPairSync(type, options);
  const given = { asymmetricKeyType: type, ...options };
  const raw = pair.privateKey.export({ format: 'raw-private' });
  assert(crypto.createPrivateKey({ key: raw, format: 'raw-private',
    ...given }).equals(pair.privateKey));
  const point = pair.publicKey.export({ format: 'raw-public' });
  assert(crypto.createPublicKey({ key: point, format: 'raw-public',
    ...given }).equals(pair.publicKey));
}

// What OpenSSL 3.0 does not have.
assert.throws(() => crypto.argon2Sync('argon2id', {}), { code: 'ERR_CRYPTO_ARGON2_NOT_SUPPORTED' });
assert.throws(() => crypto.setEngine('nope'), { code: 'ERR_CRYPTO_ENGINE_UNKNOWN' });
