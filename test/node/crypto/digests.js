'use strict';
// Hashes and HMACs give the published values, in pieces, as streams and in one call.
const assert = require('assert');
const crypto = require('crypto');

const sha256 = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
assert.strictEqual(crypto.createHash('sha256').update('abc').digest('hex'), sha256);
assert.strictEqual(crypto.createHash('SHA256').update('a').update(Buffer.from('bc')).digest('hex'),
                   sha256);
assert.strictEqual(crypto.hash('sha256', 'abc'), sha256);
assert.strictEqual(crypto.createHash('md5').update('').digest('base64'),
                   '1B2M2Y8AsgTpgAmY7PhCfg==');
assert.strictEqual(crypto.createHash('shake128', { outputLength: 4 }).update('').digest('hex'),
                   '7f9c2ba4');
assert.strictEqual(crypto.createHmac('sha256', 'Jefe').update('what do ya want for nothing?')
                     .digest('hex'),
                   '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843');
const half = crypto.createHash('sha256').update('ab');
assert.strictEqual(half.copy().update('c').digest('hex'), sha256);
assert.strictEqual(half.update('c').digest('hex'), sha256);
assert.throws(() => half.digest(), { code: 'ERR_CRYPTO_HASH_FINALIZED' });
assert.throws(() => crypto.createHash('none'), /Digest method not supported/);
assert.throws(() => crypto.createHmac('none', ''), { code: 'ERR_CRYPTO_INVALID_DIGEST' });
assert.ok(crypto.getHashes().includes('sha256'));
assert.ok(crypto.timingSafeEqual(Buffer.from('ab'), Buffer.from('ab')));
assert.ok(!crypto.timingSafeEqual(Buffer.from('ab'), Buffer.from('ac')));

let streamed;
const stream = crypto.createHash('sha256');
stream.on('data', (digest) => { streamed = digest.toString('hex'); });
stream.write('a');
stream.end('bc');
process.on('exit', () => assert.strictEqual(streamed, sha256));
