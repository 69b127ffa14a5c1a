'use strict';
// A client and a server of this runtime speak TLS 1.2 and 1.3: bytes of both directions arrive, the
// server is verified, name and protocol are known to both.
const assert = require('assert');
const tls = require('tls');
const { ca, issue } = require('./fixtures/keys');

const { cert, key } = issue('example.test');
let finished = 0;

function run(version, next) {
  const server = tls.createServer({ cert, key, ALPNProtocols: ['two', 'one'] }, (socket) => {
    assert.strictEqual(socket.getProtocol(), version);
    assert.strictEqual(socket.servername, 'example.test');
    assert.strictEqual(socket.alpnProtocol, 'one');
    assert.strictEqual(socket.authorized, false);
    socket.on('data', (chunk) => socket.write(chunk));
    socket.on('end', () => socket.end());
  });
  server.on('tlsClientError', assert.fail);
  server.listen(0, () => {
    const sent = Buffer.alloc(300000, 'abcdefghij');
    const received = [];
    const client = tls.connect({
      port: server.address().port, ca: ca.cert, servername: 'example.test',
      minVersion: version, maxVersion: version, ALPNProtocols: ['zero', 'one'],
    }, () => {
      assert.strictEqual(client.authorized, true);
      assert.strictEqual(client.authorizationError, null);
      assert.strictEqual(client.alpnProtocol, 'one');
      assert.strictEqual(client.getPeerCertificate().subject.CN, 'example.test');
      client.end(sent);
    });
    client.on('data', (chunk) => received.push(chunk));
    client.on('close', () => {
      assert.ok(Buffer.concat(received).equals(sent));
      server.close(next);
      finished++;
    });
  });
}

run('TLSv1.2', () => run('TLSv1.3', () => {}));
process.on('exit', () => assert.strictEqual(finished, 2));
