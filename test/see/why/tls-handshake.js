// holds: socket 6
const net = require('net');
const tls = require('tls');
const server = net.createServer((socket) => socket.unref()).listen(0, '127.0.0.1', () => {
  server.unref();
  tls.connect(server.address().port, '127.0.0.1').on('error', () => {});
});
