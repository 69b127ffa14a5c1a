'use strict';
// A client that renegotiates more than CLIENT_RENEG_LIMIT times in a window is cut off with
// ERR_TLS_SESSION_ATTACK; others are served.
// differs from Node: the connection is closed, Node leaves that to the program
const assert = require('assert');
const tls = require('tls');
const { ca, issue } = require('./fixtures/keys');

const { cert, key } = issue('example.test');
let code, handshakes = 0, served = '';
const server = tls.createServer({ cert, key, maxVersion: 'TLSv1.2' }, (socket) => {
  socket.on('error', (err) => { code = err.code; });
  socket.resume();
  socket.write('x');
});
const connect = () => tls.connect({ port: server.address().port, ca: ca.cert,
                                    servername: 'example.test' });
server.listen(0, () => {
  const client = connect();
  const again = () => {
    handshakes++;
    client.renegotiate({}, (err) => {
      if (!err)
        setImmediate(again);
    });
  };
  client.once('secureConnect', again);
  client.on('error', () => {});
  client.resume();
  client.on('close', () => {
    const other = connect();
    other.on('data', (chunk) => {
      served += chunk;
      other.end();
      server.close();
    });
  });
});
process.on('exit', () => {
  assert.strictEqual(code, 'ERR_TLS_SESSION_ATTACK');
  assert.ok(handshakes <= tls.CLIENT_RENEG_LIMIT + 1, `${handshakes}`);
  assert.strictEqual(served, 'x');
});
