// flags: --no-warnings
// Web Crypto: each algorithm does what it is for, and keys go out and in again.
'use strict';
const assert = require('assert');
const { subtle } = globalThis.crypto;

const data = Buffer.from('some data');
const hash = 'SHA-256';
const publicExponent = new Uint8Array([1, 0, 1]);

async function reimport(key, formats, algorithm) {
  for (const format of formats) {
    const exported = await subtle.exportKey(format, key);
    const again = await subtle.importKey(format, exported, algorithm, true, key.usages);
    assert.deepStrictEqual(await subtle.exportKey(format, again), exported, format);
    assert.deepStrictEqual(again.algorithm, key.algorithm);
    assert.deepStrictEqual(again.usages, key.usages);
  }
}

async function secretCipher(name, params) {
  const key = await subtle.generateKey({ name, length: 256 }, true, ['encrypt', 'decrypt']);
  const secret = await subtle.encrypt({ name, ...params }, key, data);
  assert.notDeepStrictEqual(Buffer.from(secret), data);
  assert.deepStrictEqual(Buffer.from(await subtle.decrypt({ name, ...params }, key, secret)), data);
  await reimport(key, ['raw', 'jwk'], { name });
}

async function signing(generated, params, formats) {
  const pair = await subtle.generateKey(generated, true, ['sign', 'verify']);
  const [signKey, verifyKey] = pair.privateKey ? [pair.privateKey, pair.publicKey] : [pair, pair];
  const signature = await subtle.sign(params, signKey, data);
  assert.strictEqual(await subtle.verify(params, verifyKey, signature, data), true);
  assert.strictEqual(await subtle.verify(params, verifyKey, signature, Buffer.from('x')), false);
  if (signKey === verifyKey) {
    await reimport(signKey, formats, generated);
  } else {
    await reimport(verifyKey, formats, generated);
    await reimport(signKey, ['pkcs8', 'jwk'], generated);
    const derived = await subtle.getPublicKey(signKey, ['verify']);
    assert.strictEqual(await subtle.verify(params, derived, signature, data), true);
  }
}

async function exchange(algorithm) {
  const a = await subtle.generateKey(algorithm, true, ['deriveBits', 'deriveKey']);
  const b = await subtle.generateKey(algorithm, true, ['deriveBits']);
  const { name } = a.privateKey.algorithm;
  const one = await subtle.deriveBits({ name, public: b.publicKey }, a.privateKey, 128);
  const two = await subtle.deriveBits({ name, public: a.publicKey }, b.privateKey, 128);
  assert.deepStrictEqual(one, two);
  const key = await subtle.deriveKey({ name, public: b.publicKey }, a.privateKey,
                                     { name: 'AES-GCM', length: 128 }, true, ['encrypt']);
  assert.deepStrictEqual(await subtle.exportKey('raw', key), one);
  await reimport(a.publicKey, ['raw', 'spki', 'jwk'], algorithm);
}

const hex = (buffer) => Buffer.from(buffer).toString('hex');

async function algorithms() {
  assert.strictEqual(hex(await subtle.digest('sha-1', Buffer.from('abc'))),
                     'a9993e364706816aba3e25717850c26c9cd0d89d');
  await secretCipher('AES-CBC', { iv: new Uint8Array(16) });
  await secretCipher('AES-GCM', { iv: new Uint8Array(12), additionalData: data, tagLength: 96 });
  await secretCipher('AES-CTR', { counter: new Uint8Array(16).fill(255), length: 64 });
  await signing({ name: 'HMAC', hash }, { name: 'HMAC' }, ['raw', 'jwk']);
  for (const name of ['RSASSA-PKCS1-v1_5', 'RSA-PSS'])
    await signing({ name, hash, publicExponent, modulusLength: 1024 },
                  { name, saltLength: 20 }, ['spki', 'jwk']);
  await signing({ name: 'ECDSA', namedCurve: 'P-256' }, { name: 'ECDSA', hash },
                ['raw', 'spki', 'jwk']);
  await signing({ name: 'Ed25519' }, 'Ed25519', ['raw', 'spki', 'jwk']);
  await signing({ name: 'Ed448' }, 'Ed448', ['raw', 'spki', 'jwk']);
  await exchange({ name: 'ECDH', namedCurve: 'P-384' });
  await exchange({ name: 'X25519' });
  await exchange({ name: 'X448' });

  // A counter of 8 bits wraps: the second block has the counter 0, not a carry.
  {
    const key = await subtle.importKey('raw', new Uint8Array(16), 'AES-CTR', true, ['encrypt']);
    const at = async (last) => {
      const counter = new Uint8Array(16);
      counter[15] = last;
      return Buffer.from(await subtle.encrypt({ name: 'AES-CTR', counter, length: 8 }, key,
                                              new Uint8Array(16)));
    };
    const counter = new Uint8Array(16);
    counter[15] = 255;
    const both = await subtle.encrypt({ name: 'AES-CTR', counter, length: 8 }, key,
                                      new Uint8Array(32));
    assert.deepStrictEqual(Buffer.from(both), Buffer.concat([await at(255), await at(0)]));
  }

}

async function wrapping() {
  const oaep = await subtle.generateKey(
    { name: 'RSA-OAEP', hash, publicExponent, modulusLength: 1024 }, true,
    ['encrypt', 'decrypt', 'wrapKey', 'unwrapKey']);
  const secret = await subtle.encrypt({ name: 'RSA-OAEP', label: data }, oaep.publicKey, data);
  assert.deepStrictEqual(
    Buffer.from(await subtle.decrypt({ name: 'RSA-OAEP', label: data }, oaep.privateKey, secret)),
    data);
  const kw = await subtle.generateKey({ name: 'AES-KW', length: 128 }, true,
                                      ['wrapKey', 'unwrapKey']);
  const inner = await subtle.generateKey({ name: 'AES-GCM', length: 128 }, true, ['encrypt']);
  for (const [format, wrap, unwrap, params] of [
    ['raw', kw, kw, 'AES-KW'], ['jwk', kw, kw, 'AES-KW'],
    ['raw', oaep.publicKey, oaep.privateKey, 'RSA-OAEP'],
  ]) {
    const wrapped = await subtle.wrapKey(format, inner, wrap, params);
    const again = await subtle.unwrapKey(format, wrapped, unwrap, params, 'AES-GCM', true,
                                         ['encrypt']);
    assert.deepStrictEqual(await subtle.exportKey('raw', again),
                           await subtle.exportKey('raw', inner));
  }

  return inner;
}

// PBKDF2 (RFC 6070) and HKDF (RFC 5869), errors, clones.
async function derivations(inner) {
  const password = await subtle.importKey('raw', Buffer.from('password'), 'PBKDF2', false,
                                          ['deriveBits']);
  assert.strictEqual(hex(await subtle.deriveBits(
    { name: 'PBKDF2', hash: 'SHA-1', salt: Buffer.from('salt'), iterations: 2 }, password, 160)),
                     'ea6c014dc72d6f8ccd1ed92ace1d41f0d8de8957');
  const ikm = await subtle.importKey('raw', Buffer.alloc(22, 0x0b), 'HKDF', false, ['deriveBits']);
  assert.strictEqual(hex(await subtle.deriveBits({
    name: 'HKDF', hash, salt: Buffer.from('000102030405060708090a0b0c', 'hex'),
    info: Buffer.from('f0f1f2f3f4f5f6f7f8f9', 'hex'),
  }, ikm, 128)), '3cb25f25faacd57a90434f64d0362f2a');

  const rejects = (promise, name) => assert.rejects(promise, { name });
  await rejects(subtle.digest('nope', data), 'NotSupportedError');
  await rejects(subtle.digest('SHA-256'), 'TypeError');
  await rejects(subtle.generateKey({ name: 'AES-GCM', length: 100 }, true, ['encrypt']),
                'OperationError');
  await rejects(subtle.generateKey({ name: 'AES-GCM', length: 128 }, true, ['sign']),
                'SyntaxError');
  await rejects(subtle.sign('HMAC', inner, data), 'InvalidAccessError');
  await rejects(subtle.exportKey('raw', password), 'NotSupportedError');
  await rejects(subtle.importKey('spki', data, 'Ed25519', true, ['verify']), 'DataError');
  const hidden = await subtle.generateKey({ name: 'AES-GCM', length: 128 }, false, ['encrypt']);
  await rejects(subtle.exportKey('raw', hidden), 'InvalidAccessError');
  assert.throws(() => new CryptoKey(), { code: 'ERR_ILLEGAL_CONSTRUCTOR' });

  // Clones are the same key.
  const clone = structuredClone(inner);
  assert.deepStrictEqual(await subtle.exportKey('raw', clone),
                         await subtle.exportKey('raw', inner));
  assert.strictEqual(structuredClone(hidden).extractable, false);
  const { KeyObject, createSecretKey } = require('crypto');
  assert(structuredClone(createSecretKey(data)).equals(createSecretKey(data)));
  assert(KeyObject.from(inner).equals(createSecretKey(await subtle.exportKey('raw', inner))));
  const converted = createSecretKey(Buffer.alloc(16)).toCryptoKey('AES-CBC', true, ['encrypt']);
  assert.strictEqual(hex(await subtle.exportKey('raw', converted)), '00'.repeat(16));
}

async function main() {
  await algorithms();
  await derivations(await wrapping());
}
main();
