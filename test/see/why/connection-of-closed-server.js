// holds: socket 6
// let go: socket.end()
const net = require('net');
const server = net.createServer((socket) => socket.unref().write('hi'));
server.listen(0, '127.0.0.1', () => {
  const socket = net.connect(server.address().port, '127.0.0.1');
  socket.on('data', () => server.close());
  process.once('SIGHUP', () => socket.end());
});
