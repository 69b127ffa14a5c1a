'use strict';
// A then() on Object.prototype gets no result of Web Crypto: neither keys nor plain texts.
const assert = require('node:assert');
const { subtle } = globalThis.crypto;

const data = new Uint8Array(16);
const cbc = { name: 'AES-CBC', iv: data };
const ctr = { name: 'AES-CTR', counter: new Uint8Array(16).fill(255), length: 64 };
let looked = 0;
const plain = (value) => {
  assert.strictEqual(Object.hasOwn(value, 'then'), false);
  return value;
};

async function useAll() {
  const key = plain(await subtle.generateKey(
    { name: 'AES-CBC', length: 128 }, true, ['encrypt', 'decrypt', 'wrapKey', 'unwrapKey']));
  const pair = plain(await subtle.generateKey(
    { name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits', 'deriveKey']));
  plain(await subtle.digest('SHA-256', data));
  plain(await subtle.exportKey('jwk', key));
  plain(await subtle.importKey('raw', data, 'AES-GCM', true, ['encrypt']));
  plain(await subtle.decrypt(cbc, key, plain(await subtle.encrypt(cbc, key, data))));
  const wrapped = plain(await subtle.wrapKey('raw', key, key, cbc));
  plain(await subtle.unwrapKey('raw', wrapped, key, cbc, 'AES-CBC', true, ['encrypt']));
  const exchange = { name: 'ECDH', public: pair.publicKey };
  plain(await subtle.deriveBits(exchange, pair.privateKey, 128));
  plain(await subtle.deriveKey(
    exchange, pair.privateKey, { name: 'AES-GCM', length: 128 }, true, ['encrypt']));
  const counting = plain(await subtle.importKey('raw', data, 'AES-CTR', true, ['encrypt']));
  plain(await subtle.encrypt(ctr, counting, new Uint8Array(64)));
}

Object.defineProperty(Object.prototype, 'then', {
  __proto__: null, configurable: true, get() { looked++; },
});
useAll().then(() => {
  delete Object.prototype.then;
  assert.strictEqual(looked, 0);
});
