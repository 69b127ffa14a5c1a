'use strict';
// pbkdf2 is the iterated HMAC of RFC 8018 for every digest, also where the password, the salt or
// the key is as long as a block of the digest, one byte shorter, or one longer.
const assert = require('assert');
const crypto = require('crypto');

const hmac = (digest, key, data) => crypto.createHmac(digest, key).update(data).digest();

function derive(password, salt, iterations, length, digest) {
  const blocks = [];
  for (let number = 1, size = 0; size < length; number++) {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(number);
    let last = hmac(digest, password, Buffer.concat([salt, counter]));
    const block = Buffer.from(last);
    for (let i = 1; i < iterations; i++) {
      last = hmac(digest, password, last);
      for (let k = 0; k < block.length; k++) block[k] ^= last[k];
    }
    blocks.push(block);
    size += block.length;
  }
  return Buffer.concat(blocks).subarray(0, length);
}

const digests = ['md5', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512', 'sha3-256', 'RSA-SHA256'];
const lengths = [0, 1, 51, 52, 55, 56, 63, 64, 65, 107, 111, 112, 127, 128, 129, 300];
for (const digest of digests) {
  for (const length of lengths) {
    const password = Buffer.alloc(length, 'p');
    const salt = Buffer.alloc(lengths[(lengths.indexOf(length) + 5) % lengths.length], 's');
    const size = length % 150 + 1;
    assert.strictEqual(crypto.pbkdf2Sync(password, salt, 3, size, digest).toString('hex'),
                       derive(password, salt, 3, size, digest).toString('hex'),
                       `${digest}, password ${length}, salt ${salt.length}, key ${size}`);
  }
}
