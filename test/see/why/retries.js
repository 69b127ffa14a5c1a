// holds: timeout 5
const net = require('net');
function connect() {
  const socket = net.connect(`/no/such/socket`);
  socket.on('error', () => setTimeout(connect, 60_000));
}
connect();
