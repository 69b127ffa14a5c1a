// Web Crypto: which error each wrong argument, parameter or key is, as Node has them.
'use strict';
const assert = require('assert');
const { subtle } = globalThis.crypto;

process.removeAllListeners('warning');
const none = new Uint8Array(0);
const iv = new Uint8Array(12);
const rsa = { name: 'RSA-PSS', hash: 'SHA-256', modulusLength: 1024,
              publicExponent: new Uint8Array([1, 0, 1]) };
const hmac = { name: 'HMAC', hash: 'SHA-256' };
const k = 'AAAA';
let aes; // a key

const CASES = {
  TypeError: [
    [() => subtle.encrypt({ name: 'AES-GCM', iv: 'a' }, aes, none),
     'Failed to normalize algorithm: iv in passed algorithm is not instance of ArrayBuffer, ' +
     'Buffer, TypedArray, or DataView.'],
    [() => subtle.encrypt({ name: 'AES-GCM', iv: new Uint8Array(new SharedArrayBuffer(12)) }, aes,
                          none),
     'Failed to normalize algorithm: iv in passed algorithm is a view on a SharedArrayBuffer, ' +
     'which is not allowed.'],
    [() => subtle.sign('Ed25519', 1, none),
     "Failed to execute 'sign' on 'SubtleCrypto': 2nd argument is not of type CryptoKey."],
    [() => subtle.generateKey('Ed25519', true, ['x']),
     "Failed to execute 'generateKey' on 'SubtleCrypto': 3rd argument[0] 'x' is not a valid enum " +
     'value of type KeyUsage.'],
    [() => subtle.generateKey('Ed25519', true, 1),
     "Failed to execute 'generateKey' on 'SubtleCrypto': 3rd argument cannot be converted to " +
     'sequence.'],
    [() => subtle.generateKey({}, true, []),
     "Failed to normalize algorithm: passed algorithm cannot be converted to 'Algorithm' because " +
     "'name' is required in 'Algorithm'."],
    [() => subtle.importKey('jwk', 1, hmac, true, ['sign']),
     "Failed to execute 'importKey' on 'SubtleCrypto': 2nd argument cannot be converted to a " +
     'dictionary'],
  ],
  OperationError: [
    [() => subtle.generateKey({ ...rsa, modulusLength: 511 }, true, ['sign']),
     'algorithm.modulusLength must be at least 512'],
    [() => subtle.generateKey({ ...rsa, publicExponent: new Uint8Array([2]) }, true, ['sign']),
     'algorithm.publicExponent must be at least 3'],
    [() => subtle.generateKey({ ...rsa, publicExponent: new Uint8Array([4]) }, true, ['sign']),
     'algorithm.publicExponent must be odd'],
    [() => subtle.generateKey({ name: 'AES-GCM', length: 25 }, true, ['encrypt']),
     'AES key length must be 128, 192, or 256 bits'],
    [() => subtle.generateKey({ ...hmac, length: 0 }, true, ['sign']),
     'HmacKeyGenParams.length cannot be 0'],
  ],
  NotSupportedError: [
    [() => subtle.generateKey({ name: 'HMAC', hash: 'SHA3-256' }, true, ['sign']),
     'Explicit algorithm length member is required'],
    [() => subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-192' }, true, ['sign']),
     'Unrecognized namedCurve'],
    [() => subtle.encapsulateBits('AES-GCM', aes), 'Unrecognized algorithm name'],
    [() => subtle.importKey('raw', new Uint8Array(16), 'KMAC128', true, ['sign']),
     'Unable to import KMAC128 using raw format'],
  ],
  DataError: [
    [() => subtle.importKey('jwk', {}, hmac, true, ['sign']), 'Invalid keyData'],
    [() => subtle.importKey('jwk', { kty: 'oct' }, hmac, true, ['sign']), 'Invalid keyData'],
    [() => subtle.importKey('jwk', { kty: 'RSA' }, hmac, true, ['sign']),
     'Invalid JWK "kty" Parameter'],
    [() => subtle.importKey('jwk', { kty: 'oct', k, use: 'enc' }, hmac, true, ['sign']),
     'Invalid JWK "use" Parameter'],
    [() => subtle.importKey('jwk', { kty: 'oct', k, ext: false }, hmac, true, ['sign']),
     'JWK "ext" Parameter and extractable mismatch'],
    [() => subtle.importKey('jwk', { kty: 'oct', k, key_ops: ['verify'] }, hmac, true, ['sign']),
     'Key operations and usage mismatch'],
    [() => subtle.importKey('jwk', { kty: 'oct', k, alg: 'HS384' }, hmac, true, ['sign']),
     'JWK "alg" does not match the requested algorithm'],
    [() => subtle.importKey('raw', new Uint8Array(4), { ...hmac, length: 1 }, true, ['sign']),
     'Invalid key length'],
  ],
  SyntaxError: [
    [() => subtle.generateKey('Ed25519', true, ['encrypt']),
     'Unsupported key usage for Ed25519 key'],
    [() => subtle.importKey('raw', iv, 'HKDF', false, ['sign']),
     'Unsupported key usage for a HKDF key'],
    [() => subtle.importKey('raw', iv, hmac, false, []),
     'Usages cannot be empty when importing a secret key.'],
  ],
};

async function keys() {
  // A point of small order makes every signature valid: such a key verifies nothing.
  const point = Buffer.from(
    'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa', 'hex');
  const key = await subtle.importKey('raw', point, 'Ed25519', true, ['verify']);
  const signature = Buffer.concat([point, Buffer.alloc(32)]);
  signature[31] &= 0x7f;
  const data = Buffer.from(
    '8c93255d71dcab10e8f379c26200f3c7bd5f09d9bc3068d3ef4edeb4853022b6', 'hex');
  assert.strictEqual(await subtle.verify('Ed25519', key, signature, data), false);
  // A private number that is the order of the group.
  const wrong = Buffer.from(
    '3041020100301306072a8648ce3d020106082a8648ce3d0301070427302502010104' +
    '20ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551', 'hex');
  await assert.rejects(
    subtle.importKey('pkcs8', wrong, { name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign']),
    { name: 'DataError', message: 'Invalid keyData' });
  const { privateKey, publicKey } = await subtle.generateKey('Ed25519', true, ['sign', 'verify']);
  await assert.rejects(subtle.exportKey('spki', privateKey),
                       { name: 'InvalidAccessError', message: 'Key must be a public key' });
  await assert.rejects(subtle.getPublicKey(publicKey, []),
                       { name: 'InvalidAccessError', message: 'key must be a private key' });
  // Detached memory is no bytes.
  const detached = new Uint8Array(32);
  detached.buffer.transfer();
  await assert.rejects(subtle.decrypt({ name: 'AES-GCM', iv }, aes, detached),
                       { name: 'OperationError' });
}

async function main() {
  aes = await subtle.generateKey({ name: 'AES-GCM', length: 128 }, true, ['encrypt', 'decrypt']);
  for (const name of Object.keys(CASES))
    for (const [call, message] of CASES[name])
      await assert.rejects(call(), { name, message }, message);
  await keys();
}
main();
