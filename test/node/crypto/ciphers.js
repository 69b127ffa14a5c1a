// Ciphers encrypt and decrypt, authenticate, and refuse what Node refuses.
'use strict';
const assert = require('assert');
const crypto = require('crypto');

function roundTrip(name, keyLength, ivLength, options) {
  const key = Buffer.alloc(keyLength, 1);
  const iv = ivLength === 0 ? null : Buffer.alloc(ivLength, 2);
  const plain = Buffer.from('some plain text, 32 bytes of it!');
  const cipher = crypto.createCipheriv(name, key, iv, options);
  const aad = options?.authTagLength ? Buffer.from('header') : undefined;
  if (aad)
    cipher.setAAD(aad, { plaintextLength: plain.length });
  const secret = Buffer.concat([cipher.update(plain), cipher.final()]);
  assert.notDeepStrictEqual(secret, plain, name);
  const decipher = crypto.createDecipheriv(name, crypto.createSecretKey(key), iv, options);
  if (aad) {
    decipher.setAuthTag(cipher.getAuthTag());
    decipher.setAAD(aad, { plaintextLength: plain.length });
  }
  assert.deepStrictEqual(Buffer.concat([decipher.update(secret), decipher.final()]), plain, name);
  if (!aad)
    return;
  const forged = crypto.createDecipheriv(name, key, iv, options);
  forged.setAuthTag(cipher.getAuthTag());
  forged.setAAD(Buffer.from('Header'), { plaintextLength: plain.length });
  assert.throws(() => { forged.update(secret); forged.final(); },
                { message: 'Unsupported state or unable to authenticate data' });
}

roundTrip('aes-128-cbc', 16, 16);
roundTrip('aes-256-ctr', 32, 16);
roundTrip('aes-192-ecb', 24, 0);
roundTrip('aes-128-wrap', 16, 8);
roundTrip('des-ede3-cbc', 24, 8);
roundTrip('aes-256-gcm', 32, 12, { authTagLength: 16 });
roundTrip('aes-128-gcm', 16, 7, { authTagLength: 12 });
roundTrip('aes-128-ccm', 16, 12, { authTagLength: 8 });
roundTrip('aes-128-ocb', 16, 12, { authTagLength: 16 });
roundTrip('chacha20-poly1305', 32, 12, { authTagLength: 16 });

// A vector of NIST (AES-128-GCM, test case 4).
{
  const key = Buffer.from('feffe9928665731c6d6a8f9467308308', 'hex');
  const cipher = crypto.createCipheriv('aes-128-gcm', key, Buffer.from('cafebabefacedbaddecaf888',
    'hex'));
  cipher.setAAD(Buffer.from('feedfacedeadbeeffeedfacedeadbeefabaddad2', 'hex'));
  const text = cipher.update(
    'd9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72' +
    '1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39', 'hex', 'hex') + cipher.final('hex');
  assert.strictEqual(text,
                     '42831ec2217774244b7221b784d0d49ce3aa212f2c02a4e035c17e2329aca12e' +
                     '21d514b25466931c7d8f6a5aac84aa051ba30b396a0aac973d58e091');
  assert.strictEqual(cipher.getAuthTag().toString('hex'), '5bc94fbc3221a5db94fae95ae7121a47');
}

// Characters that span chunks are decoded once, and the encoding stays.
{
  const key = Buffer.alloc(16);
  const cipher = crypto.createCipheriv('aes-128-cbc', key, key);
  const secret = cipher.update('ä€😀'.repeat(7), 'utf8', 'base64') + cipher.final('base64');
  const decipher = crypto.createDecipheriv('aes-128-cbc', key, key);
  let text = '';
  const bytes = Buffer.from(secret, 'base64');
  for (let i = 0; i < bytes.length; i++)
    text += decipher.update(bytes.subarray(i, i + 1), undefined, 'utf8');
  assert.strictEqual(text + decipher.final('utf8'), 'ä€😀'.repeat(7));
  const changing = crypto.createCipheriv('aes-128-cbc', key, key);
  changing.update('a', 'utf8', 'hex');
  assert.throws(() => changing.final('base64'), { code: 'ERR_INVALID_ARG_VALUE' });
}

// As streams.
{
  const key = Buffer.alloc(32, 5);
  const cipher = crypto.createCipheriv('aes-256-cbc', key, key.subarray(16));
  const decipher = crypto.createDecipheriv('aes-256-cbc', key, key.subarray(16));
  const chunks = [];
  cipher.pipe(decipher).on('data', (chunk) => chunks.push(chunk)).on('end', () => {
    assert.strictEqual(Buffer.concat(chunks).toString(), 'x'.repeat(100000));
  });
  cipher.end('x'.repeat(100000));
}

const key = Buffer.alloc(16);
const fails = (fn, code, message) => assert.throws(fn, message ? { code, message } : { code });
fails(() => crypto.createCipheriv('nope', key, null), 'ERR_CRYPTO_UNKNOWN_CIPHER');
fails(() => crypto.createCipheriv('aes-128-cbc', 'short', key), 'ERR_CRYPTO_INVALID_KEYLEN');
fails(() => crypto.createCipheriv('aes-128-cbc', key, null), 'ERR_CRYPTO_INVALID_IV');
fails(() => crypto.createCipheriv('aes-128-cbc', key, Buffer.alloc(15)), 'ERR_CRYPTO_INVALID_IV');
fails(() => crypto.createCipheriv('aes-128-ccm', key, Buffer.alloc(12)),
  'ERR_CRYPTO_INVALID_AUTH_TAG',
      'authTagLength required for aes-128-ccm');
fails(() => crypto.createDecipheriv('aes-128-gcm', key, key).setAuthTag(Buffer.alloc(12)),
      'ERR_CRYPTO_INVALID_AUTH_TAG', 'Invalid authentication tag length: 12');
fails(() => crypto.createCipheriv('aes-128-gcm', key, key).getAuthTag(),
  'ERR_CRYPTO_INVALID_STATE');
fails(() => {
  const decipher = crypto.createDecipheriv('aes-128-cbc', key, key);
  decipher.update(Buffer.alloc(16));
  decipher.final();
}, 'ERR_OSSL_BAD_DECRYPT', 'error:1C800064:Provider routines::bad decrypt');
fails(() => {
  const cipher = crypto.createCipheriv('aes-128-cbc', key, key);
  cipher.final();
  cipher.final();
}, 'ERR_CRYPTO_INVALID_STATE', 'Invalid state');

assert.deepStrictEqual({ ...crypto.getCipherInfo('aes-128-cbc') }, {
  mode: 'cbc', name: 'aes-128-cbc', nid: 419, keyLength: 16, blockSize: 16, ivLength: 16,
});
assert.strictEqual(crypto.getCipherInfo('aes-128-cbc', { ivLength: 12 }), undefined);
assert(crypto.getCiphers().includes('aes-256-gcm'));

// No data, and data by parts: in modes with and without blocks.
for (const [name, ivLength, options] of [
  ['aes-128-gcm', 12], ['aes-128-ctr', 16], ['aes-128-cbc', 16], ['aes-128-ecb', 0],
  ['aes-128-ocb', 12, { authTagLength: 16 }], ['chacha20-poly1305', 12, { authTagLength: 16 }],
]) {
  const key = crypto.randomBytes(name[0] === 'c' ? 32 : 16);
  const iv = ivLength === 0 ? null : crypto.randomBytes(ivLength);
  for (const text of ['', 'a', 'some text of some length', 'é'.repeat(100)]) {
    const cipher = crypto.createCipheriv(name, key, iv, options);
    const parts = [cipher.update(text), cipher.update(''), cipher.update(Buffer.from(text)),
                   cipher.final()];
    const decipher = crypto.createDecipheriv(name, key, iv, options);
    if (options !== undefined || name.endsWith('gcm'))
      decipher.setAuthTag(cipher.getAuthTag());
    const clear = Buffer.concat([decipher.update(Buffer.concat(parts)), decipher.final()]);
    assert.strictEqual(clear.toString(), text + text, name);
  }
}
{
  const key = Buffer.alloc(16);
  const cipher = crypto.createCipheriv('aes-128-ccm', key, Buffer.alloc(12), { authTagLength: 16 });
  assert.strictEqual(cipher.update('').length, 0);
  cipher.final();
  const decipher =
    crypto.createDecipheriv('aes-128-ccm', key, Buffer.alloc(12), { authTagLength: 16 });
  decipher.setAuthTag(cipher.getAuthTag());
  assert.strictEqual(decipher.update('').length, 0);
  decipher.final();
}
