'use strict';
// Each byte of both sides in a segment of its own: the handshake is done, and data arrives.
const assert = require('assert');
const tls = require('tls');
const { ca, issue } = require('./fixtures/keys');
const { relay } = require('./fixtures/relay');

const { cert, key } = issue('example.test');
let text = '';

function byBytes(chunk, to) {
  to.setNoDelay(true);
  for (const byte of chunk)
    to.write(Buffer.from([byte]));
}

const server = tls.createServer({ cert, key }, (socket) => socket.end('hello'));
server.on('tlsClientError', assert.fail);
server.listen(0, () => {
  relay(server.address().port, { toServer: byBytes, toClient: byBytes }, (port, between) => {
    const client = tls.connect({ port, ca: ca.cert, servername: 'example.test' });
    client.setEncoding('latin1');
    client.on('data', (chunk) => { text += chunk; });
    client.on('close', () => {
      between.close();
      server.close();
    });
  });
});
process.on('exit', () => assert.strictEqual(text, 'hello'));
