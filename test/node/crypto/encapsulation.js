// encapsulate() and decapsulate(): RSA agrees on a secret; other keys and wrong data are errors.
'use strict';
const assert = require('assert');
const crypto = require('crypto');

const rsa = crypto.generateKeyPairSync('rsa', { modulusLength: 1024 });
const { sharedKey, ciphertext } = crypto.encapsulate(rsa.publicKey);
assert.strictEqual(sharedKey.length, 128);
assert.notDeepStrictEqual(sharedKey, ciphertext);
assert.deepStrictEqual(crypto.decapsulate(rsa.privateKey, ciphertext), sharedKey);

crypto.encapsulate(rsa.publicKey, (error, made) => {
  assert.ifError(error);
  crypto.decapsulate(rsa.privateKey, made.ciphertext, (wrong, secret) => {
    assert.ifError(wrong);
    assert.deepStrictEqual(secret, made.sharedKey);
  });
});

const failed = { code: 'ERR_CRYPTO_OPERATION_FAILED', message: 'Decapsulation failed' };
assert.throws(() => crypto.decapsulate(rsa.privateKey, Buffer.alloc(1)), failed);
crypto.decapsulate(rsa.privateKey, Buffer.alloc(1), (error) => {
  assert.strictEqual(error.message, failed.message);
  assert.strictEqual(error.code, failed.code);
});
const ed25519 = crypto.generateKeyPairSync('ed25519');
assert.throws(() => crypto.encapsulate(ed25519.publicKey),
              { code: 'ERR_CRYPTO_OPERATION_FAILED' });
assert.throws(() => crypto.decapsulate(rsa.publicKey, ciphertext),
              { code: 'ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE' });
assert.throws(() => crypto.decapsulate(rsa.privateKey, null), { code: 'ERR_INVALID_ARG_TYPE' });
assert.throws(() => crypto.encapsulate(), { code: 'ERR_INVALID_ARG_TYPE' });
assert.throws(() => crypto.encapsulate(rsa.publicKey, 1), { code: 'ERR_INVALID_ARG_TYPE' });
