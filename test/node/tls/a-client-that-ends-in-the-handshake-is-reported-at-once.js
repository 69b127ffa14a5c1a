'use strict';
// A connection whose client ends before the handshake is done ends at once, also where sockets may
// be half open: it does not wait for the time-out of the handshake.
const assert = require('assert');
const https = require('https');
const net = require('net');
const { issue } = require('./fixtures/keys');

const { cert, key } = issue('example.test');
const codes = [];
const server = https.createServer({ cert, key }, assert.fail);
server.on('tlsClientError', (err) => {
  codes.push(err.code);
  server.close();
});
server.listen(0, () => {
  net.connect(server.address().port).end().resume();
});
process.on('exit', () => assert.deepStrictEqual(codes, ['ECONNRESET']));
