// B2.4: the loop goes on.
'use strict';
const log = console.log;

const net = require('net');
process.on('uncaughtException', (error) => log('caught', error.message));
const server = net.createServer((socket) => {
  socket.on('close', () => {
    setImmediate(() => log('immediate'));
    throw new Error('close');
  });
  socket.destroy();
  server.close();
});
server.listen(0, () => net.connect(server.address().port).on('error', () => {}).resume());
// => caught close
// => immediate
