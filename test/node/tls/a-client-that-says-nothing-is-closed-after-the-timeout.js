'use strict';
// handshakeTimeout: a connection without a handshake ends with ERR_TLS_HANDSHAKE_TIMEOUT.
// differs from Node: Node leaves it to the program to close the connection
const assert = require('assert');
const net = require('net');
const tls = require('tls');
const { issue } = require('./fixtures/keys');

const { cert, key } = issue('example.test');
let code;
const server = tls.createServer({ cert, key, handshakeTimeout: 50 }, assert.fail);
server.on('tlsClientError', (err) => { code = err.code; });
server.listen(0, () => {
  const client = net.connect(server.address().port);
  client.on('error', () => {});
  client.resume();
  client.on('close', () => server.close());
});
process.on('exit', () => assert.strictEqual(code, 'ERR_TLS_HANDSHAKE_TIMEOUT'));
