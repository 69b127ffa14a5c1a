// Over TLS a server negotiates h2 by ALPN; with allowHTTP1 the same server answers https, and
// without it a client that asks for HTTP/1.1 only is refused.
'use strict';
const assert = require('assert');
const http2 = require('http2');
const https = require('https');
const tls = require('tls');
const { ca, issue } = require('../tls/fixtures/keys.js');

const identity = issue('localhost', { san: 'DNS:localhost' });
const both = http2.createSecureServer({ ...identity, allowHTTP1: true }, (req, res) => {
  res.end(req.httpVersion);
});
const only = http2.createSecureServer(identity);

function read(stream, done) {
  let body = '';
  stream.setEncoding('utf8');
  stream.on('data', (text) => { body += text; });
  stream.on('end', () => done(body));
}

both.listen(0, () => {
  const { port } = both.address();
  const client = http2.connect(`https://localhost:${port}`, { ca: ca.cert });
  client.on('connect', () => {
    assert.strictEqual(client.alpnProtocol, 'h2');
    assert.strictEqual(client.encrypted, true);
    assert.deepStrictEqual(client.originSet, [`https://localhost:${port}`]);
  });
  read(client.request(), (body) => {
    assert.strictEqual(body, '2.0');
    client.close();
    https.get({ port, ca: ca.cert, servername: 'localhost', agent: false }, (res) => {
      read(res, (text) => {
        assert.strictEqual(text, '1.1');
        both.close(refuse);
      });
    });
  });
});

function refuse() {
  only.on('tlsClientError', () => {});
  only.listen(0, () => {
    const socket = tls.connect({ port: only.address().port, ca: ca.cert, servername: 'localhost',
                                 ALPNProtocols: ['http/1.1'] });
    socket.on('error', (err) => {
      assert.match(err.code, /ALPN|ALERT|RESET/);
      only.close();
    });
    socket.on('secureConnect', () => assert.fail('negotiated'));
  });
}
