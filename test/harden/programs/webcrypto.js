'use strict';
const { step, text } = require('../harness.js');

const { subtle } = globalThis.crypto;
const bytes = Buffer.from('some bytes');
const hex = (buffer) => Buffer.from(buffer).toString('hex');
const failed = async (promise) => {
  try {
    await promise;
  } catch (error) {
    return error.name;
  }
  return 'no failure';
};

step('digest', async () => text(hex(await subtle.digest('SHA-256', bytes)),
  hex(await subtle.digest({ __proto__: null, name: 'sha-1' }, bytes))));
step('hmac', async () => {
  const key = await subtle.importKey('raw', Buffer.from('key'),
    { __proto__: null, name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);
  const signature = await subtle.sign('HMAC', key, bytes);
  return text(hex(signature), await subtle.verify('HMAC', key, signature, bytes),
    await subtle.verify('HMAC', key, signature, Buffer.from('other')), key.extractable, key.type,
    await failed(subtle.exportKey('raw', key)));
});
step('aes', async () => {
  const key = await subtle.importKey('raw', Buffer.alloc(16, 1), 'AES-GCM', true,
    ['encrypt', 'decrypt']);
  const algorithm = { __proto__: null, name: 'AES-GCM', iv: Buffer.alloc(12, 2) };
  const sealed = await subtle.encrypt(algorithm, key, bytes);
  const plain = await subtle.decrypt(algorithm, key, sealed);
  return text(hex(sealed), Buffer.from(plain).toString(), key.algorithm.length,
    await failed(subtle.decrypt(algorithm, key, Buffer.alloc(20))));
});
step('ecdsa', async () => {
  const pair = await subtle.generateKey({ __proto__: null, name: 'ECDSA', namedCurve: 'P-256' },
    true, ['sign', 'verify']);
  const algorithm = { __proto__: null, name: 'ECDSA', hash: 'SHA-256' };
  const signature = await subtle.sign(algorithm, pair.privateKey, bytes);
  const jwk = await subtle.exportKey('jwk', pair.publicKey);
  return text(signature.byteLength,
    await subtle.verify(algorithm, pair.publicKey, signature, bytes), jwk.kty, jwk.crv, jwk.d,
    pair.privateKey.usages);
});
step('ecdh', async () => {
  const algorithm = { __proto__: null, name: 'ECDH', namedCurve: 'P-256' };
  const one = await subtle.generateKey(algorithm, false, ['deriveBits']);
  const two = await subtle.generateKey(algorithm, false, ['deriveBits']);
  const first = await subtle.deriveBits(
    { __proto__: null, name: 'ECDH', public: two.publicKey }, one.privateKey, 256);
  const second = await subtle.deriveBits(
    { __proto__: null, name: 'ECDH', public: one.publicKey }, two.privateKey, 256);
  return text(hex(first) === hex(second), first.byteLength);
});
step('pbkdf2 and hkdf', async () => {
  const pass = await subtle.importKey('raw', Buffer.from('pass'), 'PBKDF2', false,
    ['deriveBits', 'deriveKey']);
  const bits = await subtle.deriveBits({ __proto__: null, name: 'PBKDF2', hash: 'SHA-256',
    salt: Buffer.from('salt'), iterations: 2 }, pass, 128);
  const secret = await subtle.importKey('raw', Buffer.from('pass'), 'HKDF', false, ['deriveBits']);
  const other = await subtle.deriveBits({ __proto__: null, name: 'HKDF', hash: 'SHA-256',
    salt: Buffer.from('salt'), info: Buffer.from('info') }, secret, 128);
  return text(hex(bits), hex(other));
});
step('wrap', async () => {
  const outer = await subtle.importKey('raw', Buffer.alloc(16, 1), 'AES-KW', false,
    ['wrapKey', 'unwrapKey']);
  const inner = await subtle.importKey('raw', Buffer.alloc(16, 3), 'AES-CBC', true, ['encrypt']);
  const wrapped = await subtle.wrapKey('raw', inner, outer, 'AES-KW');
  const key = await subtle.unwrapKey('raw', wrapped, outer, 'AES-KW', 'AES-CBC', true,
    ['encrypt']);
  return text(hex(wrapped), hex(await subtle.exportKey('raw', key)));
});
step('wrong arguments', async () => text(await failed(subtle.digest('BOGUS', bytes)),
  await failed(subtle.importKey('raw', Buffer.alloc(3), 'AES-CBC', true, ['encrypt'])),
  await failed(subtle.generateKey({ __proto__: null, name: 'AES-CBC', length: 128 }, true, []))));
