// holds: socket 5
const net = require('net');
const server = net.createServer((socket) => socket.unref()).listen(0, '127.0.0.1', () => {
  server.unref();
  net.connect(server.address().port, '127.0.0.1');
});
