// TCP echo on the loopback interface: 50 connections, 64 bytes each way, client and server in one process.
const { measure } = require('./lib.cjs');
const net = require('net');
const CONNECTIONS = 50;
const message = Buffer.alloc(64, 'x');
const server = net.createServer((socket) => {
  socket.setNoDelay(true);
  socket.on('data', (data) => socket.write(data));
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address();
  const clients = [];
  const onConnect = () => {
    if (clients.length === CONNECTIONS)
      run(clients);
  };
  for (let i = 0; i < CONNECTIONS; i++) {
    const socket = net.connect(port, '127.0.0.1', () => {
      socket.setNoDelay(true);
      clients.push(socket);
      onConnect();
    });
  }
});
function run(clients) {
  let toSend = 0;
  let toCome = 0;
  let finished;
  for (const socket of clients) {
    socket.on('data', () => {
      if (--toCome === 0)
        finished();
      else if (toSend-- > 0)
        socket.write(message);
    });
  }
  measure(50000, (n, done) => {
    toSend = n - CONNECTIONS;
    toCome = n;
    finished = done;
    for (const socket of clients)
      socket.write(message);
  });
}
