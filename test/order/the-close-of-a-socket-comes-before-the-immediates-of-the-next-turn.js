// B3.6: an immediate that destroys a socket is followed by the close phase.
'use strict';
const log = console.log;

const net = require('net');
const server = net.createServer((socket) => {
  setImmediate(() => {
    socket.on('close', () => log('close'));
    socket.destroy();
    setImmediate(() => log('immediate of the next turn'));
  });
  server.close();
});
server.listen(0, () => net.connect(server.address().port).on('error', () => {}).resume());
// => close
// => immediate of the next turn
