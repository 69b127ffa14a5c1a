'use strict';
// Unreferenced servers and sockets do not keep the program alive, nor does a socket's time-out.
const net = require('net');

const server = net.createServer((peer) => peer.unref());
server.listen(0, '127.0.0.1', () => {
  server.unref();
  const client = net.connect(server.address().port, '127.0.0.1', () => client.unref());
  client.setTimeout(600_000);
});
