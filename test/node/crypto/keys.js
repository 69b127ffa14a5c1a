// Keys of every type are generated, written, read back, and compared.
'use strict';
const assert = require('assert');
const crypto = require('crypto');

const TYPES = [
  ['rsa', { modulusLength: 1024 }, { modulusLength: 1024, publicExponent: 65537n }],
  ['rsa-pss', { modulusLength: 1024, hashAlgorithm: 'sha256', saltLength: 20 }, {
    modulusLength: 1024, publicExponent: 65537n, hashAlgorithm: 'sha256',
    mgf1HashAlgorithm: 'sha256', saltLength: 20,
  }],
  ['dsa', { modulusLength: 1024, divisorLength: 160 }, { modulusLength: 1024, divisorLength: 160 }],
  ['ec', { namedCurve: 'P-384' }, { namedCurve: 'secp384r1' }],
  ['ed25519', undefined, {}], ['ed448', undefined, {}], ['x25519', undefined, {}],
  ['x448', undefined, {}], ['dh', { group: 'modp14' }, {}],
];

function check(type, details, { publicKey, privateKey }) {
  assert.strictEqual(publicKey.type, 'public');
  assert.strictEqual(privateKey.type, 'private');
  assert.strictEqual(publicKey.asymmetricKeyType, type);
  assert.deepStrictEqual(privateKey.asymmetricKeyDetails, details);
  assert(crypto.createPublicKey(privateKey).equals(publicKey));
  for (const format of ['pem', 'der']) {
    const spki = publicKey.export({ format, type: 'spki' });
    assert(crypto.createPublicKey({ key: spki, format, type: 'spki' }).equals(publicKey));
    const pkcs8 = privateKey.export({ format, type: 'pkcs8' });
    assert(crypto.createPrivateKey({ key: pkcs8, format, type: 'pkcs8' }).equals(privateKey));
    const secret = privateKey.export({ format, type: 'pkcs8', cipher: 'aes-128-cbc',
      passphrase: 'a' });
    const options = { key: secret, format, type: 'pkcs8' };
    assert(crypto.createPrivateKey({ ...options, passphrase: 'a' }).equals(privateKey));
    assert.throws(() => crypto.createPrivateKey({ ...options, passphrase: 'b' }));
    assert.throws(() => crypto.createPrivateKey(options), {
      code: format === 'pem' ? 'ERR_OSSL_CRYPTO_INTERRUPTED_OR_CANCELLED' :
        'ERR_MISSING_PASSPHRASE',
    });
  }
  if (type === 'rsa-pss' || type === 'dsa' || type === 'dh') {
    assert.throws(() => publicKey.export({ format: 'jwk' }),
                  { code: 'ERR_CRYPTO_JWK_UNSUPPORTED_KEY_TYPE' });
    return;
  }
  const jwk = privateKey.export({ format: 'jwk' });
  assert(crypto.createPrivateKey({ key: jwk, format: 'jwk' }).equals(privateKey));
  assert(crypto.createPublicKey({ key: jwk, format: 'jwk' }).equals(publicKey));
  assert.strictEqual(publicKey.export({ format: 'jwk' }).d, undefined);
}

for (const [type, options, details] of TYPES) {
  check(type, details, crypto.generateKeyPairSync(type, options));
  crypto.generateKeyPair(type, options, (error, publicKey, privateKey) => {
    assert.ifError(error);
    check(type, details, { publicKey, privateKey });
  });
}

// PKCS#1 and SEC1, plain and encrypted in the traditional way.
{
  const rsa = crypto.generateKeyPairSync('rsa', { modulusLength: 1024 });
  const pem = rsa.privateKey.export({ format: 'pem', type: 'pkcs1', cipher: 'aes-256-cbc',
    passphrase: 'x' });
  assert.match(pem, /^-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n/);
  assert(crypto.createPrivateKey({ key: pem, passphrase: 'x' }).equals(rsa.privateKey));
  const der = rsa.publicKey.export({ format: 'der', type: 'pkcs1' });
  assert(crypto.createPublicKey({ key: der, format: 'der', type: 'pkcs1' }).equals(rsa.publicKey));
  const ec = crypto.generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const sec1 = ec.privateKey.export({ format: 'der', type: 'sec1' });
  assert(crypto.createPrivateKey({ key: sec1, format: 'der', type: 'sec1' }).equals(ec.privateKey));
  assert.throws(() => ec.privateKey.export({ format: 'pem', type: 'pkcs1' }), {
    code: 'ERR_CRYPTO_INCOMPATIBLE_KEY_OPTIONS',
    message: 'The selected key encoding pkcs1 can only be used for RSA keys.',
  });
}

// Secrets.
{
  const key = crypto.createSecretKey('secret', 'utf8');
  assert.strictEqual(key.symmetricKeySize, 6);
  assert.strictEqual(key.export().toString(), 'secret');
  assert.deepStrictEqual(key.export({ format: 'jwk' }), { kty: 'oct', k: 'c2VjcmV0' });
  assert(key.equals(crypto.createSecretKey(Buffer.from('secret'))));
  assert(!key.equals(crypto.createSecretKey(Buffer.from('Secret'))));
  assert.strictEqual(crypto.generateKeySync('aes', { length: 192 }).symmetricKeySize, 24);
  crypto.generateKey('hmac', { length: 512 }, (error, made) => {
    assert.strictEqual(made.symmetricKeySize, 64);
  });
}

assert.throws(() => crypto.createPrivateKey('abc'), {
  code: 'ERR_OSSL_UNSUPPORTED', library: 'DECODER routines', reason: 'unsupported',
  message: 'error:1E08010C:DECODER routines::unsupported',
});
assert.throws(() => crypto.createPrivateKey({ key: { kty: 'RSA', n: 'AA', e: 'AQAB' },
  format: 'jwk' }),
              { code: 'ERR_CRYPTO_INVALID_JWK' });
assert.throws(() => crypto.generateKeyPairSync('ec', { namedCurve: 'nope' }),
              { code: 'ERR_CRYPTO_INVALID_CURVE' });
assert.throws(() => crypto.generateKeyPairSync('nope', {}), { code: 'ERR_INVALID_ARG_VALUE' });
assert.throws(() => new crypto.KeyObject('nope'), { code: 'ERR_INVALID_ARG_VALUE' });
