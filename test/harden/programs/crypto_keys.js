'use strict';
const { step, text, call, thrown } = require('../harness.js');
const crypto = require('node:crypto');
const { cert, key, rsa } = require('./fixtures/keys.js');

step('key objects', () => {
  const own = crypto.createPrivateKey(key);
  const open = crypto.createPublicKey(own);
  const secret = crypto.createSecretKey(Buffer.from('secret'));
  const again = crypto.createPrivateKey({ key: own.export({ type: 'pkcs8', format: 'der' }),
    type: 'pkcs8', format: 'der' });
  return text(own.type, own.asymmetricKeyType, own.asymmetricKeyDetails.namedCurve, open.type,
    own.export({ type: 'sec1', format: 'pem' }).length, own.equals(again),
    open.export({ type: 'spki', format: 'der' }).length, secret.symmetricKeySize,
    secret.export().toString());
});
step('jwk', () => {
  const jwk = crypto.createPublicKey(key).export({ format: 'jwk' });
  const back = crypto.createPublicKey({ key: jwk, format: 'jwk' });
  return text(jwk.kty, jwk.crv, jwk.d, back.equals(crypto.createPublicKey(key)));
});
step('protected keys', () => {
  const sealed = crypto.createPrivateKey(key).export(
    { type: 'pkcs8', format: 'pem', cipher: 'aes-128-cbc', passphrase: 'word' });
  return text(crypto.createPrivateKey({ key: sealed, passphrase: 'word' }).type,
    thrown(() => crypto.createPrivateKey({ key: sealed, passphrase: 'other' })),
    thrown(() => crypto.createPrivateKey(sealed)));
});
step('sign and verify', async () => {
  const signature = crypto.createSign('sha256').update('text').sign(key);
  const direct = crypto.sign('sha256', Buffer.from('text'), rsa);
  const later = (await call((done) => crypto.sign('sha256', Buffer.from('text'), rsa, done))).value;
  return text(crypto.createVerify('sha256').update('text').verify(cert, signature),
    crypto.createVerify('sha256').update('other').verify(cert, signature),
    crypto.verify('sha256', Buffer.from('text'), rsa, direct), direct.equals(later));
});
step('padding', () => {
  const options = { key: rsa, padding: crypto.constants.RSA_PKCS1_PSS_PADDING, saltLength: 20 };
  const signature = crypto.sign('sha256', Buffer.from('text'), options);
  return text(crypto.verify('sha256', Buffer.from('text'), options, signature),
    crypto.verify('sha256', Buffer.from('text'), rsa, signature));
});
step('encrypt', () => {
  const sealed = crypto.publicEncrypt(rsa, Buffer.from('text'));
  const signed = crypto.privateEncrypt(rsa, Buffer.from('other'));
  return text(crypto.privateDecrypt(rsa, sealed).toString(),
    crypto.publicDecrypt(rsa, signed).toString());
});
step('generate', async () => {
  const pair = crypto.generateKeyPairSync('ed25519');
  const encoded = crypto.generateKeyPairSync('ec', { namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'der' } });
  const { value, other } = await call((done) => crypto.generateKeyPair('x25519', {}, done));
  const secret = crypto.generateKeySync('aes', { length: 128 });
  const signature = crypto.sign(null, Buffer.from('a'), pair.privateKey);
  return text(crypto.verify(null, Buffer.from('a'), pair.publicKey, signature),
    encoded.publicKey.length, encoded.privateKey.length, value.type, other.type,
    secret.symmetricKeySize);
});
step('exchange', () => {
  const one = crypto.createECDH('prime256v1');
  const two = crypto.createECDH('prime256v1');
  one.generateKeys();
  two.generateKeys();
  const a = crypto.generateKeyPairSync('x25519');
  const b = crypto.generateKeyPairSync('x25519');
  const pair = (own, other) => crypto.diffieHellman({ privateKey: own.privateKey,
    publicKey: other.publicKey }).toString('hex');
  return text(one.computeSecret(two.getPublicKey(), null, 'hex') ===
    two.computeSecret(one.getPublicKey(), null, 'hex'), pair(a, b) === pair(b, a),
  crypto.getDiffieHellman('modp5').getPrime().length);
});
step('ciphers', () => {
  const cipher = crypto.createCipheriv('aes-128-gcm', Buffer.alloc(16, 1), Buffer.alloc(12, 2));
  cipher.setAAD(Buffer.from('head'));
  const sealed = cipher.update('text', 'utf8', 'hex') + cipher.final('hex');
  const tag = cipher.getAuthTag();
  const decipher = crypto.createDecipheriv('aes-128-gcm', Buffer.alloc(16, 1), Buffer.alloc(12, 2));
  decipher.setAAD(Buffer.from('head'));
  decipher.setAuthTag(tag);
  return text(sealed, tag.toString('hex'),
    decipher.update(sealed, 'hex', 'utf8') + decipher.final('utf8'),
    thrown(() => crypto.createCipheriv('aes-128-cbc', Buffer.alloc(3), Buffer.alloc(16))));
});
step('certificate', () => {
  const one = new crypto.X509Certificate(cert);
  return text(one.subject, one.issuer, one.subjectAltName, one.checkHost('localhost'),
    one.checkHost('example.org'), one.checkIP('127.0.0.1'),
    one.checkPrivateKey(crypto.createPrivateKey(key)), one.publicKey.asymmetricKeyType);
});
step('hkdf', async () => {
  const plain = crypto.hkdfSync('sha256', 'key', 'salt', 'info', 8);
  const { value } = await call((done) => crypto.hkdf('sha256', 'key', 'salt', 'info', 8, done));
  return text(Buffer.from(plain).toString('hex'), Buffer.from(value).toString('hex'));
});
step('wrong arguments', () => text(thrown(() => crypto.createPrivateKey('x')),
  thrown(() => crypto.sign('bogus', Buffer.alloc(1), rsa)),
  thrown(() => crypto.generateKeyPairSync('bogus')),
  thrown(() => crypto.createHmac('sha256'))));
