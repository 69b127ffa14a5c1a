'use strict';
// A record that somebody changed after the handshake: an error on the side that reads it, no data.
// differs from Node: Node does not report it before the client ends
const assert = require('assert');
const tls = require('tls');
const { ca, issue } = require('./fixtures/keys');
const { relay } = require('./fixtures/relay');

const { cert, key } = issue('example.test');
let isSecure = false, code;
const server = tls.createServer({ cert, key }, (socket) => {
  isSecure = true;
  socket.on('data', assert.fail);
  socket.on('error', (err) => { code = err.code; });
  socket.on('close', () => server.close());
});
server.listen(0, () => {
  relay(server.address().port, {
    toServer(chunk, to) {
      if (isSecure)
        chunk[chunk.length - 1] ^= 1;
      to.write(chunk);
    },
  }, (port, between) => {
    const client = tls.connect({ port, ca: ca.cert, servername: 'example.test' });
    client.on('error', () => {});
    client.resume();
    // The server has to have the end of the handshake first.
    client.once('session', () => client.write('secret'));
    client.on('close', () => between.close());
  });
});
process.on('exit', () =>
  assert.strictEqual(code, 'ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC'));
