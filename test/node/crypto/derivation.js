'use strict';
// pbkdf2 and scrypt give the published keys, at once and later, never from inside the call.
const assert = require('assert');
const crypto = require('crypto');

const pbkdf2 = '0c60c80f961f0e71f3a9b524af6012062fe037a6'; // RFC 6070
// RFC 7914, first half
const scrypt = 'fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162';
const options = { N: 1024, r: 8, p: 16 };
assert.strictEqual(crypto.pbkdf2Sync('password', 'salt', 1, 20, 'sha1').toString('hex'), pbkdf2);
assert.strictEqual(crypto.scryptSync('password', 'NaCl', 32, options).toString('hex'), scrypt);

const called = [];
crypto.pbkdf2('password', 'salt', 1, 20, 'sha1', (error, key) => {
  assert.ifError(error);
  called.push(key.toString('hex'));
});
crypto.scrypt('password', 'NaCl', 32, options, (error, key) => {
  assert.ifError(error);
  called.push(key.toString('hex'));
});
assert.strictEqual(called.length, 0);
process.on('exit', () => assert.deepStrictEqual(called.sort(), [pbkdf2, scrypt].sort()));

assert.throws(() => crypto.pbkdf2Sync('p', 's', 1, 20, 'none'),
              { code: 'ERR_CRYPTO_INVALID_DIGEST' });
assert.throws(() => crypto.pbkdf2Sync('p', 's', 0, 20, 'sha1'), { code: 'ERR_OUT_OF_RANGE' });
assert.throws(() => crypto.pbkdf2('p', 's', 1, 20, 'sha1'), { code: 'ERR_INVALID_ARG_TYPE' });
assert.throws(() => crypto.scryptSync('p', 's', 20, { N: 3 }),
              { code: 'ERR_CRYPTO_INVALID_SCRYPT_PARAMS' });
assert.throws(() => crypto.scryptSync('p', 's', 20, { N: 2 ** 20 }),
              { code: 'ERR_CRYPTO_INVALID_SCRYPT_PARAMS' });
assert.throws(() => crypto.scryptSync('p', 's', 20, { N: 16, cost: 16 }),
              { code: 'ERR_INCOMPATIBLE_OPTION_PAIR' });
