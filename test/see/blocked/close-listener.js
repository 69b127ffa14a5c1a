// A listener for 'close' of a socket.
// phase: close
const net = require('net');
const reported = require('./shared/reported');
const server = net.createServer((socket) => socket.resume()).listen(0, '127.0.0.1', () => {
  const socket = net.connect(server.address().port, '127.0.0.1', () => socket.destroy());
  socket.on('close', function tidy() {
    server.close();
    while (Atomics.load(reported, 0) === 0) // <-- here
      continue;
  });
});
