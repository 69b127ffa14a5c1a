// A server at full load, whose callbacks are all short: nothing is said.
// flags: --blocked=1s
// says nothing
const net = require('net');

const server = net.createServer((socket) => socket.on('error', () => {}).pipe(socket));
server.listen(0, '127.0.0.1', () => {
  const message = Buffer.alloc(512, 'x');
  const clients = [];
  for (let i = 0; i < 20; i++) {
    const socket = net.connect(server.address().port, '127.0.0.1', () => socket.write(message));
    socket.on('data', () => socket.write(message));
    clients.push(socket);
  }
  setTimeout(() => {
    server.close();
    for (const socket of clients)
      socket.destroy();
  }, 3000);
});
