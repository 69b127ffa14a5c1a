// SubtleCrypto.supports() says of an operation with parameters whether it would begin.
'use strict';
const assert = require('assert');
const { SubtleCrypto } = globalThis;
const { subtle } = globalThis.crypto;

process.removeAllListeners('warning');
const yes = (...args) => assert.strictEqual(SubtleCrypto.supports(...args), true, args.join());
const no = (...args) => assert.strictEqual(SubtleCrypto.supports(...args), false, args.join());

async function main() {
  const { publicKey, privateKey } =
    await subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, false, ['deriveBits']);
  const hkdf = { name: 'HKDF', hash: 'SHA-256', salt: Buffer.alloc(0), info: Buffer.alloc(0) };
  const ecdh = { name: 'ECDH', public: publicKey };

  yes('encrypt', { name: 'AES-OCB', iv: Buffer.alloc(15) });
  no('encrypt', { name: 'AES-OCB', iv: Buffer.alloc(16) });
  yes('sign', { name: 'KMAC128', outputLength: 9 });
  no('sign', 'KMAC128');
  yes('deriveBits', hkdf, 255 * 256);
  no('deriveBits', hkdf, 255 * 256 + 8);
  no('deriveBits', hkdf);
  yes('deriveBits', ecdh);
  no('deriveBits', ecdh, 257);
  no('deriveBits', { name: 'ECDH', public: privateKey });
  yes('deriveKey', ecdh, { name: 'AES-GCM', length: 256 });
  yes('deriveKey', ecdh, 'HKDF');
  no('deriveKey', hkdf, 'HKDF');
  no('deriveKey', ecdh, { name: 'HMAC', hash: 'SHA-256' });
  yes('wrapKey', 'AES-KW', 'HMAC');
  no('wrapKey', 'AES-KW');
  yes('unwrapKey', 'RSA-OAEP', 'AES-GCM');
  yes('getPublicKey', 'Ed448');
  no('getPublicKey', 'AES-GCM');
  no('get key length', { name: 'HMAC', hash: 'SHA-256' });
  no('encapsulateKey', 'AES-GCM', 'AES-GCM');

  assert.throws(() => SubtleCrypto.supports('deriveBits', hkdf, 2 ** 32),
                { name: 'TypeError', code: 'ERR_OUT_OF_RANGE' });
  assert.throws(() => SubtleCrypto.supports.call(1, 'digest', 'SHA-1'),
                { code: 'ERR_INVALID_THIS' });
  assert.throws(() => SubtleCrypto.supports('digest'), { code: 'ERR_MISSING_ARGS' });
}
main();
