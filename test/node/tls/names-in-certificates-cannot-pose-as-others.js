'use strict';
// Alternative names with a comma are quoted, and the comma too; names of other forms have their
// label. A certificate with such a name is valid for none of the names in it.
const assert = require('assert');
const { X509Certificate } = require('crypto');
const tls = require('tls');
const { issue } = require('./fixtures/keys');

const names = [
  'otherName:1.3.6.1.5.5.7.8.5;UTF8:me@example.test',         // XmppAddr
  'otherName:1.3.6.1.5.5.7.8.7;IA5:_http.example.test',       // SRVName
  'otherName:1.3.6.1.5.5.7.8.7;UTF8:_http.example.test',      // of the wrong type
  'otherName:1.2.3.4;UTF8:x',
  'DNS:a.test',
];
const { cert } = issue('names', { san: names.join(',') });
assert.strictEqual(new X509Certificate(cert).subjectAltName,
                   'othername:XmppAddr:me@example.test, othername:SRVName:_http.example.test, ' +
                   'othername:<unsupported>, othername:<unsupported>, DNS:a.test');

const evil = issue('evil', { san: '@names', extensions:
  '[names]\nDNS.1=good.test\\, DNS:evil.test\nURI.1="http://a.test/\\"x"\n' });
const { subjectAltName } = new X509Certificate(evil.cert);
assert.strictEqual(subjectAltName,
                   'DNS:"good.test\\u002c DNS:evil.test", URI:"http://a.test/\\"x"');
for (const host of ['good.test', 'evil.test'])
  assert.strictEqual(tls.checkServerIdentity(host, { subject: {}, subjectaltname: subjectAltName })
    .code, 'ERR_TLS_CERT_ALTNAME_INVALID');
