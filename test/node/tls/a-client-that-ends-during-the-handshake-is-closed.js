'use strict';
// A client that sends no more before the handshake is done: the server closes the connection, of
// tls and of https, and reports it once.
const assert = require('assert');
const https = require('https');
const net = require('net');
const tls = require('tls');
const { issue } = require('./fixtures/keys');

const { cert, key } = issue('example.test');
const HELLO_BEGIN = Buffer.from([0x16, 3, 1, 2, 0, 1, 0]);
let done = 0;

for (const { createServer } of [tls, https]) {
  const codes = [];
  const server = createServer({ cert, key }, assert.fail);
  server.on('tlsClientError', (err) => codes.push(err.code));
  server.listen(0, () => {
    // It reads, and closes only after the server.
    const client = net.connect({ port: server.address().port, allowHalfOpen: true });
    client.end(HELLO_BEGIN);
    client.resume();
    client.on('end', () => server.close(() => {
      assert.deepStrictEqual(codes, ['ECONNRESET']);
      done++;
    }));
  });
}
process.on('exit', () => assert.strictEqual(done, 2));
