'use strict';
// createMac() makes every MAC of OpenSSL, as a stream too, and refuses options that a MAC needs or
// does not have. Expected values are those of Node.js 26.10.
const assert = require('assert');
const crypto = require('crypto');

const key = Buffer.alloc(16);
const of = (name, options, bytes = key) =>
  crypto.createMac(name, bytes, options).update('a').final('hex');

assert.deepStrictEqual(crypto.getMacs(), [
  'blake2bmac', 'blake2smac', 'cmac', 'gmac', 'hmac', 'kmac-128', 'kmac-256', 'kmac128', 'kmac256',
  'poly1305', 'siphash']);
const sha256 = { digest: 'sha256' };
const hmac = crypto.createHmac('sha256', key).update('a').digest('hex');
assert.strictEqual(of('hmac', sha256), hmac);
assert.strictEqual(of('HMAC', sha256, crypto.createSecretKey(key)), hmac);
assert.strictEqual(of('cmac', { cipher: 'aes-128-cbc' }), 'acea9ececb9fec3d7950989f9246470a');
assert.strictEqual(of('gmac', { cipher: 'aes-128-gcm', iv: Buffer.alloc(12) }),
                   'a5e0829b191637fa52c202f8267053f7');
assert.strictEqual(of('kmac-128'),
                   '5ce81da5a94a19d40b61023fb4b4facbe95a20fb5d83aa4c2b156a09c9d5c6e8');
assert.strictEqual(of('kmac128', { outputLength: 10, customization: Buffer.from('x') }),
                   '7b2715bdd4c3cfdf5353');
assert.strictEqual(of('kmac128', { outputLength: 0 }), '');
assert.strictEqual(of('poly1305', undefined, Buffer.alloc(32)), '00'.repeat(16));
assert.strictEqual(of('siphash', { outputLength: 8 }), '49a293cd6008c296');
const blake2 = { salt: Buffer.alloc(8, 1), customization: Buffer.alloc(8, 2) };
assert.strictEqual(of('blake2smac', blake2),
                   'fbae6edf9ec658c45a73e80039b13f560678a5e7d4ef4b6e3e59282787286b53');

const fails = (code, name, options, bytes = key) =>
  assert.throws(() => crypto.createMac(name, bytes, options), { code }, `${name}`);
fails('ERR_INVALID_ARG_TYPE', undefined);
fails('ERR_INVALID_ARG_TYPE', 'hmac', sha256, 'text');
fails('ERR_INVALID_ARG_TYPE', 'hmac', sha256, crypto.generateKeyPairSync('ed25519').publicKey);
fails('ERR_INVALID_ARG_TYPE', 'hmac', { digest: 1 });
fails('ERR_INVALID_ARG_TYPE', 'kmac128', { customization: 'x' });
fails('ERR_INVALID_ARG_VALUE', 'hmac', { digest: '' });
fails('ERR_INVALID_ARG_VALUE', 'hmac');
fails('ERR_INVALID_ARG_VALUE', 'hmac', { digest: 'sha256', outputLength: 10 });
fails('ERR_INVALID_ARG_VALUE', 'gmac', { cipher: 'aes-128-gcm' });
fails('ERR_OUT_OF_RANGE', 'kmac128', { outputLength: -1 });
fails('ERR_CRYPTO_INVALID_MAC', 'nope');
fails('ERR_CRYPTO_OPERATION_FAILED', 'siphash', { outputLength: 5 });
fails('ERR_OSSL_EVP_UNSUPPORTED', 'hmac', { digest: 'nope' });
fails('ERR_OSSL_INVALID_MODE', 'cmac', { cipher: 'aes-128-gcm' });
fails('ERR_OSSL_INVALID_KEY_LENGTH', 'poly1305');

const mac = crypto.createMac('hmac', key, sha256);
assert.throws(() => mac.update(1), { code: 'ERR_INVALID_ARG_TYPE' });
assert.throws(() => mac.update('a', 'nope'), { code: 'ERR_INVALID_ARG_VALUE' });
assert.strictEqual(mac.update('61', 'hex'), mac);
assert.throws(() => mac.final('nope'), { code: 'ERR_INVALID_ARG_VALUE' });
assert.strictEqual(mac.final().toString('hex'), hmac);
assert.throws(() => mac.final(), { code: 'ERR_CRYPTO_MAC_FINALIZED' });
assert.throws(() => mac.update('a'), { code: 'ERR_CRYPTO_MAC_FINALIZED' });

let streamed;
const stream = crypto.createMac('hmac', key, sha256);
stream.on('data', (chunk) => { streamed = chunk.toString('hex'); });
stream.end('a');
process.on('exit', () => assert.strictEqual(streamed, hmac));
