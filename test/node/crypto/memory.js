// Jobs on the pool and memory that the program changes, detaches or shrinks meanwhile: a job has
// copies of its input, and random bytes never go to memory that is gone.
'use strict';
const assert = require('assert');
const crypto = require('crypto');

// Changed and detached after the call: the result is that of the bytes at the call.
function detach(view) {
  view.fill(7);
  assert.strictEqual(structuredClone(view.buffer, { transfer: [view.buffer] }).byteLength, 64);
}
const password = new Uint8Array(64).fill(1);
const salt = new Uint8Array(64).fill(2);
const expected = crypto.pbkdf2Sync(password, salt, 1000, 32, 'sha256');
crypto.pbkdf2(password, salt, 1000, 32, 'sha256', (error, key) => {
  assert.ifError(error);
  assert.deepStrictEqual(key, expected);
});
detach(password);
detach(salt);

const { privateKey, publicKey } = crypto.generateKeyPairSync('ed25519');
const data = new Uint8Array(64).fill(3);
const signature = crypto.sign(null, data, privateKey);
crypto.sign(null, data, privateKey, (error, made) => {
  assert.ifError(error);
  assert.deepStrictEqual(made, signature);
  assert.strictEqual(crypto.verify(null, new Uint8Array(64).fill(3), publicKey, made), true);
});
detach(data);

// Memory that is being filled: it stays where it is, or the call says that it failed.
const shrinking = new ArrayBuffer(1 << 20, { maxByteLength: 1 << 20 });
crypto.randomFill(new Uint8Array(shrinking), (error) => {
  assert.ok(error === null || error.code === 'ERR_OPERATION_FAILED');
});
shrinking.resize(0);

const moving = new Uint8Array(1 << 20);
crypto.randomFill(moving, (error) => { assert.ifError(error); });
try {
  structuredClone(moving.buffer, { transfer: [moving.buffer] });
} catch (error) {
  assert.strictEqual(error.name, 'DataCloneError');
}

const shared = new Uint8Array(new SharedArrayBuffer(64));
crypto.randomFill(shared, (error, filled) => {
  assert.ifError(error);
  assert.strictEqual(filled, shared);
  assert.ok(filled.some((byte) => byte !== 0));
});

// Lengths that are no int of OpenSSL's.
const huge = new Uint8Array(2 ** 31 + 12);
assert.throws(() => crypto.createCipheriv('aes-128-gcm', Buffer.alloc(16), huge));
assert.throws(() => crypto.createCipheriv('aes-128-gcm', huge, Buffer.alloc(12)));
assert.throws(() => crypto.createPublicKey({ key: huge, format: 'der', type: 'spki' }));
assert.throws(() => crypto.createPrivateKey(huge));
assert.throws(() => crypto.createECDH('prime256v1').setPrivateKey(huge));
