// Signatures verify with the right key and data only; RSA encrypts with every padding.
'use strict';
const assert = require('assert');
const crypto = require('crypto');

const data = Buffer.from('data');
const other = Buffer.from('Data');

function check(digest, pair, options, length) {
  const signing = { key: pair.privateKey, ...options };
  const verifying = { key: pair.publicKey, ...options };
  const signature = crypto.sign(digest, data, signing);
  if (length !== undefined)
    assert.strictEqual(signature.length, length);
  assert.strictEqual(crypto.verify(digest, data, verifying, signature), true);
  assert.strictEqual(crypto.verify(digest, other, verifying, signature), false);
  crypto.sign(digest, data, signing, (error, made) => {
    assert.ifError(error);
    crypto.verify(digest, data, verifying, made, (failure, isValid) => {
      assert.ifError(failure);
      assert.strictEqual(isValid, true);
    });
  });
  if (!digest)
    return;
  const streamed = crypto.createSign(digest).update('da').update('ta').sign(signing);
  assert.strictEqual(crypto.createVerify(digest).update(data).verify(verifying, streamed), true);
  assert.strictEqual(crypto.createVerify(digest).update(other).verify(verifying, streamed), false);
}

const rsa = crypto.generateKeyPairSync('rsa', { modulusLength: 1024 });
const ec = crypto.generateKeyPairSync('ec', { namedCurve: 'P-256' });
const dsa = crypto.generateKeyPairSync('dsa', { modulusLength: 1024, divisorLength: 160 });
check('sha256', rsa, {}, 128);
check('RSA-SHA512', rsa, {}, 128);
check('sha256', rsa, { padding: crypto.constants.RSA_PKCS1_PSS_PADDING, saltLength: 10 }, 128);
check('sha256', ec, {});
check('sha256', ec, { dsaEncoding: 'ieee-p1363' }, 64);
check('sha256', dsa, { dsaEncoding: 'ieee-p1363' }, 40);
check(null, crypto.generateKeyPairSync('ed25519'), {}, 64);
check(undefined, crypto.generateKeyPairSync('ed448'), {}, 114);

assert.throws(() => crypto.sign('nope', data, rsa.privateKey),
              { code: 'ERR_CRYPTO_INVALID_DIGEST', message: 'Invalid digest: nope' });
assert.throws(() => crypto.sign('sha256', data), { code: 'ERR_CRYPTO_SIGN_KEY_REQUIRED' });
assert.throws(() => crypto.sign('sha256', data, rsa.publicKey),
              { code: 'ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE' });
assert.throws(() => crypto.sign(null, data, crypto.generateKeyPairSync('x25519').privateKey),
              { code: 'ERR_OSSL_EVP_OPERATION_NOT_SUPPORTED_FOR_THIS_KEYTYPE' });

const { RSA_NO_PADDING, RSA_PKCS1_PADDING } = crypto.constants;
for (const oaepHash of ['sha1', 'sha256'])
  for (const oaepLabel of [undefined, Buffer.from('label')]) {
    const options = { oaepHash, oaepLabel };
    const secret = crypto.publicEncrypt({ key: rsa.publicKey, ...options }, data);
    assert.deepStrictEqual(crypto.privateDecrypt({ key: rsa.privateKey, ...options }, secret),
      data);
    assert.throws(() => crypto.privateDecrypt({ key: rsa.privateKey, oaepHash: 'sha512' }, secret),
                  { code: 'ERR_OSSL_RSA_OAEP_DECODING_ERROR' });
  }
assert.deepStrictEqual(crypto.publicDecrypt(rsa.publicKey, crypto.privateEncrypt(rsa.privateKey,
  data)),
                       data);
{
  const block = Buffer.alloc(128, 1);
  const options = { padding: RSA_NO_PADDING };
  const secret = crypto.publicEncrypt({ key: rsa.publicKey, ...options }, block);
  assert.deepStrictEqual(crypto.privateDecrypt({ key: rsa.privateKey, ...options }, secret), block);
  assert.throws(() => crypto.publicEncrypt({ key: rsa.publicKey, padding: RSA_PKCS1_PADDING },
                                           Buffer.alloc(200)),
                { code: 'ERR_OSSL_RSA_DATA_TOO_LARGE_FOR_KEY_SIZE' });
}
