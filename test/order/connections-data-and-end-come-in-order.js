// B3.4: a client and a server in one process.
'use strict';
const log = console.log;

const net = require('net');
const server = net.createServer((socket) => {
  log('connection');
  socket.on('data', (data) => log('server got', data.toString()));
  socket.on('end', () => {
    log('server end');
    socket.end('bye');
    server.close(() => log('server closed'));
  });
});
server.listen(0, () => {
  const client = net.connect(server.address().port, '127.0.0.1', () => client.end('hello'));
  client.on('data', (data) => log('client got', data.toString()));
  client.on('end', () => log('client end'));
});
// => connection
// => server got hello
// => server end
// => server closed
// => client got bye
// => client end
