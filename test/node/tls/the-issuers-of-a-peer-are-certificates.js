'use strict';
// getPeerX509Certificate() has the certificate of its issuer, whose own is undefined.
const assert = require('assert');
const { X509Certificate } = require('crypto');
const tls = require('tls');
const { ca, issue } = require('./fixtures/keys');

const { cert, key } = issue('example.test');
let isDone = false;
const chain = [cert, ca.cert].join('\n');
const server = tls.createServer({ cert: chain, key }, (socket) => socket.end());
server.listen(0, () => {
  const client = tls.connect({ port: server.address().port, ca: ca.cert,
                               servername: 'example.test' }, () => {
    const peer = client.getPeerX509Certificate();
    assert.ok(peer.issuerCertificate instanceof X509Certificate);
    assert.strictEqual(peer.issuerCertificate.subject, 'CN=authority');
    assert.strictEqual(peer.issuerCertificate.issuerCertificate, undefined);
    assert.ok(peer.checkIssued(peer.issuerCertificate));
    isDone = true;
    client.end();
    server.close();
  });
});
process.on('exit', () => assert.ok(isDone));
