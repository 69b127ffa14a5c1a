'use strict';
// Data and the hello of a renegotiation that arrive in one read are reported in their order: a
// server that disables renegotiation when it gets the data refuses the hello.
const assert = require('assert');
const net = require('net');
const { Duplex } = require('stream');
const tls = require('tls');
const { ca, issue } = require('./fixtures/keys');

const { cert, key } = issue('example.test');
const events = [];
const server = tls.createServer({ cert, key, maxVersion: 'TLSv1.2' }, (socket) => {
  socket.on('data', (chunk) => {
    events.push(`${chunk}`);
    socket.disableRenegotiation();
  });
  socket.on('error', (err) => {
    events.push(err.code);
    socket.destroy();
    server.close();
  });
});

// A connection that sends two chunks as one once `held` is a list.
function connectionWithHold(port) {
  const socket = net.connect(port);
  const stream = new Duplex({
    read() {},
    write(chunk, encoding, callback) {
      if (stream.held === null)
        socket.write(chunk);
      else if (chunk.length > 0 && stream.held.push(chunk) === 2)
        socket.write(Buffer.concat(stream.held));
      callback();
    },
  });
  stream.held = null;
  socket.on('data', (chunk) => stream.push(chunk));
  socket.on('close', () => stream.destroy());
  socket.on('error', () => {});
  return stream;
}

server.listen(0, () => {
  const stream = connectionWithHold(server.address().port);
  const client = tls.connect({ socket: stream, ca: ca.cert, servername: 'example.test' });
  client.once('secureConnect', () => {
    stream.held = [];
    client.write('data', () => {
      assert.strictEqual(client.renegotiate({}, () => {}), true);
    });
  });
  client.on('error', () => {});
});
process.on('exit', () => {
  assert.deepStrictEqual(events, ['data', 'ERR_TLS_RENEGOTIATION_DISABLED']);
});
