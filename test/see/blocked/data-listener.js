// A listener for 'data' of a socket.
// phase: poll
const net = require('net');
const reported = require('./shared/reported');

function checksum(bytes) {
  let sum = 0;
  for (let i = 0; Atomics.load(reported, 0) === 0; i++) // <-- here
    sum = (sum * 31 + bytes[i % bytes.length]) | 0; // <-- here
  return sum;
}

const server = net.createServer((socket) => {
  socket.on('data', (bytes) => socket.end(String(checksum(bytes))));
  server.close();
}).listen(0, '127.0.0.1', () => {
  net.connect(server.address().port, '127.0.0.1').resume().write('hello');
});
