// A certificate says what is written in it, and is checked against names and keys.
'use strict';
const assert = require('assert');
const { Certificate, X509Certificate, createPrivateKey, createPublicKey } = require('crypto');

// openssl req -x509 -newkey ed25519, with names and access to an OCSP server.
const pem =
  '-----BEGIN CERTIFICATE-----\n' +
  'MIICBDCCAbagAwIBAgIUIChMcAxlkTG6AaBdMkz7vf2L+1kwBQYDK2VwMDIxCzAJ\n' +
  'BgNVBAYTAkRFMQ0wCwYDVQQKDARneXJlMRQwEgYDVQQDDAtleGFtcGxlLm9yZzAg\n' +
  'Fw0yNjExMTgwODQxMDFaGA8yMTI2MTAyNTA4NDEwMVowMjELMAkGA1UEBhMCREUx\n' +
  'DTALBgNVBAoMBGd5cmUxFDASBgNVBAMMC2V4YW1wbGUub3JnMCowBQYDK2VwAyEA\n' +
  'LnnzxNCD+GD3mXaARbJ2LdM/8qfHR8pB+LeqbsdNfRujgdswgdgwHQYDVR0OBBYE\n' +
  'FMmEEiJzzUKmvcDk4d7xVq3TZ/UcMB8GA1UdIwQYMBaAFMmEEiJzzUKmvcDk4d7x\n' +
  'Vq3TZ/UcMA8GA1UdEwEB/wQFMAMBAf8wOgYDVR0RBDMwMYILZXhhbXBsZS5vcmeC\n' +
  'DSouZXhhbXBsZS5jb22HBH8AAAGBDWFAZXhhbXBsZS5vcmcwNAYIKwYBBQUHAQEE\n' +
  'KDAmMCQGCCsGAQUFBzABhhhodHRwOi8vb2NzcC5leGFtcGxlLm9yZy8wEwYDVR0l\n' +
  'BAwwCgYIKwYBBQUHAwEwBQYDK2VwA0EAsqwiYeREcTG9m5eCSu14Lv4ba7IOtEAO\n' +
  'rFWkUNfqQtN+DLBPw79tiGmZMjk1TvOZiGQgL/Tqavb1rsAlq0lQCA==\n' +
  '-----END CERTIFICATE-----\n';
const key =
  '-----BEGIN PRIVATE KEY-----\n' +
  'MC4CAQAwBQYDK2VwBCIEIBFTsyqTHC++ITzBwdXNaCTZSK24TLv0BjgQSwwpstFe\n' +
  '-----END PRIVATE KEY-----\n';
// openssl spkac -challenge hello
const spkac =
  'MIIBPzCBqTCBnzANBgkqhkiG9w0BAQEFAAOBjQAwgYkCgYEAtmuNcvYfLs9qFqI0KjhWPHjSA+o4hhlj' +
  'B4Wg6IEq0zyMbZA08haSWRfKlh7t+sol2pK5vu72izAcUR+56SSohg3RRQViTgpcKsjkRoDUDl+z5gJJ' +
  '4GRLe0qN+yeNQkTMIUNJOzpO363ROxepIkdJwuTepx3XBLLFJEEUNmTXYgkCAwEAARYFaGVsbG8wDQYJ' +
  'KoZIhvcNAQEEBQADgYEARRTHfNebCg2xtaKN6q4grHGvaSW6WvwNi8Z5okg/T1r4NQnoY7VzVHMbzKmy' +
  'k11e9wBx0cCG/ipGqG3DL+oBDJBLXS21PiIFxDbawWPcgAAkpI6VWSN1K1aZKQdpYhJuOcy0o6e8SYlX' +
  '7/8R9wsgma1SG2TLkC929APYXBZWK4A=';

const cert = new X509Certificate(pem);
assert.strictEqual(cert.subject, 'C=DE\nO=gyre\nCN=example.org');
assert.strictEqual(cert.issuer, cert.subject);
assert.strictEqual(cert.subjectAltName,
                   'DNS:example.org, DNS:*.example.com, IP Address:127.0.0.1, email:a@example.org');
assert.strictEqual(cert.infoAccess, 'OCSP - URI:http://ocsp.example.org/');
assert.deepStrictEqual(cert.keyUsage, ['1.3.6.1.5.5.7.3.1']);
assert.strictEqual(cert.ca, true);
assert.strictEqual(cert.signatureAlgorithm, 'ED25519');
assert.strictEqual(cert.signatureAlgorithmOid, '1.3.101.112');
assert.match(cert.fingerprint256, /^([0-9A-F]{2}:){31}[0-9A-F]{2}$/);
assert.match(cert.serialNumber, /^[0-9A-F]+$/);
assert(cert.validToDate > cert.validFromDate);
assert.strictEqual(cert.toString(), pem);
assert.strictEqual(JSON.stringify(cert), JSON.stringify(pem));
assert(new X509Certificate(cert.raw).raw.equals(cert.raw));
assert.strictEqual(cert.toLegacyObject().subject.CN, 'example.org');
assert.strictEqual(structuredClone(cert).fingerprint, cert.fingerprint);

assert.strictEqual(cert.checkHost('example.org'), 'example.org');
assert.strictEqual(cert.checkHost('www.example.com'), '*.example.com');
assert.strictEqual(cert.checkHost('www.example.com', { wildcards: false }), undefined);
assert.strictEqual(cert.checkHost('a.b.example.com'), undefined);
assert.strictEqual(cert.checkEmail('a@example.org'), 'a@example.org');
assert.strictEqual(cert.checkEmail('b@example.org'), undefined);
assert.strictEqual(cert.checkIP('127.0.0.1'), '127.0.0.1');
assert.strictEqual(cert.checkIP('127.0.0.2'), undefined);
assert.strictEqual(cert.checkIssued(cert), true);
const privateKey = createPrivateKey(key);
assert.strictEqual(cert.checkPrivateKey(privateKey), true);
assert.strictEqual(cert.verify(createPublicKey(privateKey)), true);
assert(cert.publicKey.equals(createPublicKey(pem)));
assert.throws(() => cert.verify(privateKey), { code: 'ERR_INVALID_ARG_VALUE' });
assert.throws(() => new X509Certificate('abc'), { code: 'ERR_OSSL_PEM_NO_START_LINE' });
assert.throws(() => new X509Certificate(5), { code: 'ERR_INVALID_ARG_TYPE' });

assert.strictEqual(Certificate.verifySpkac(spkac), true);
assert.strictEqual(Certificate.verifySpkac('nope'), false);
assert.strictEqual(Certificate.exportChallenge(spkac).toString(), 'hello');
assert.match(new Certificate().exportPublicKey(spkac).toString(), /^-----BEGIN PUBLIC KEY-----/);
