'use strict';
const { step, text, call, thrown } = require('../harness.js');
const crypto = require('node:crypto');

step('hash',
  () => text(crypto.createHash('sha256').update('a').update(Buffer.from('b')).digest('hex'),
  crypto.createHash('md5').update('a', 'utf8').digest('base64'), crypto.hash('sha1', 'abc')));
step('hash copy', () => {
  const hash = crypto.createHash('sha1').update('a');
  return text(hash.copy().update('b').digest('hex'), hash.digest().toString('hex'));
});
step('hmac', () => text(crypto.createHmac('sha256', 'key').update('a').digest('hex')));
step('mac', () => text(
  crypto.createMac('hmac', Buffer.from('key'), { __proto__: null, digest: 'sha256' })
    .update('a').final('hex'),
  crypto.createMac('kmac128', Buffer.from('key1'), { __proto__: null, outputLength: 8 })
    .update('a').final('hex'),
  crypto.getMacs().length));
step('mac errors', () => text(thrown(() => crypto.createMac('hmac', Buffer.from('key'))),
  thrown(() => crypto.createMac('nope', Buffer.from('key')))));
step('hash as a stream', async () => {
  const hash = crypto.createHash('sha256');
  hash.setEncoding('hex');
  const result = call((done) => hash.on('readable', () => {
    const digest = hash.read();
    if (digest) done(null, digest);
  }));
  hash.write('a');
  hash.end('b');
  return text((await result).value);
});
step('random', async () => {
  const bytes = crypto.randomBytes(8);
  const later = (await call((done) => crypto.randomBytes(4, done))).value;
  const number = crypto.randomInt(5, 6);
  const other = (await call((done) => crypto.randomInt(3, 4, done))).value;
  const filled = crypto.randomFillSync(Buffer.alloc(3));
  return text(bytes.toString('hex').length, later.toString('hex').length, number, other,
    filled.toString('hex').length, crypto.randomUUID().length);
});
step('pbkdf2 and scrypt', async () => {
  const plain = crypto.pbkdf2Sync('pass', 'salt', 2, 8, 'sha256').toString('hex');
  const later = (await call((done) => crypto.pbkdf2('pass', 'salt', 2, 8, 'sha256', done))).value;
  return text(plain, later.toString('hex'));
});
step('scrypt', async () => {
  const plain = crypto.scryptSync('pass', 'salt', 8, { N: 16 }).toString('hex');
  const later = (await call((done) => crypto.scrypt('pass', 'salt', 8, done))).value;
  return text(plain, later.toString('hex'));
});
step('timingSafeEqual', () => text(crypto.timingSafeEqual(Buffer.from('a'), Buffer.from('a')),
  thrown(() => crypto.timingSafeEqual(Buffer.from('a'), Buffer.from('ab')))));
step('lists', () => text(typeof crypto.getHashes()[0]));
step('wrong arguments', () => text(thrown(() => crypto.createHash('bogus')),
  thrown(() => crypto.createHash('md5').update(5)), thrown(() => crypto.randomBytes(-1)),
  thrown(() => crypto.randomInt(5, 1)), thrown(() => crypto.pbkdf2Sync(1, 'a', 1, 1, 'sha1'))));
step('web', () => text(typeof globalThis.crypto.randomUUID(),
  globalThis.crypto.getRandomValues(new Uint8Array(4)).constructor === Uint8Array));
