'use strict';
// init gets the type of each kind of request of crypto, with the caller as the trigger.
const assert = require('assert');
const { createHook, executionAsyncId } = require('async_hooks');
const crypto = require('crypto');

const { privateKey, publicKey } = crypto.generateKeyPairSync('x25519');
const signer = crypto.generateKeyPairSync('ed25519');
const signature = crypto.sign(null, Buffer.from('a'), signer.privateKey);

let seen = [];
createHook({
  init(id, type, trigger) {
    if (type.endsWith('REQUEST')) {
      assert.strictEqual(trigger, executionAsyncId());
      seen.push(type);
    }
  },
}).enable();

const done = (error) => assert.ifError(error);
const typesOf = (start) => {
  seen = [];
  start();
  return seen;
};
const check = (start, type) => assert.deepStrictEqual(typesOf(start), [type]);

check(() => crypto.hkdf('sha256', 'key', 'salt', 'info', 16, done), 'DERIVEBITSREQUEST');
check(() => crypto.pbkdf2('p', 's', 1, 16, 'sha256', done), 'PBKDF2REQUEST');
check(() => crypto.scrypt('p', 's', 16, { N: 2 }, done), 'SCRYPTREQUEST');
check(() => crypto.diffieHellman({ privateKey, publicKey }, done), 'DERIVEBITSREQUEST');
check(() => crypto.generateKey('hmac', { length: 64 }, done), 'KEYGENREQUEST');
check(() => crypto.generateKeyPair('ed25519', done), 'KEYPAIRGENREQUEST');
check(() => crypto.randomBytes(8, done), 'RANDOMBYTESREQUEST');
check(() => crypto.generatePrime(16, done), 'RANDOMPRIMEREQUEST');
check(() => crypto.checkPrime(7n, done), 'CHECKPRIMEREQUEST');
check(() => crypto.sign(null, Buffer.from('a'), signer.privateKey, done), 'SIGNREQUEST');
check(() => crypto.verify(null, Buffer.from('a'), signer.publicKey, signature, done),
      'SIGNREQUEST');
check(() => crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, true, ['sign']),
      'KEYGENREQUEST');
