// A server at full load, whose callbacks are all short: nothing is said.
// says nothing
const net = require('net');
const SECONDS = Number(process.env.HEALTHY_SECONDS || 5);

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
  }, SECONDS * 1000);
});
