// B3.6: close is the last phase of a turn.
'use strict';
const log = console.log;

const net = require('net');
const server = net.createServer((socket) => {
  socket.on('close', () => log('close'));
  socket.destroy();
  setImmediate(() => log('immediate'));
  process.nextTick(() => log('tick'));
  server.close();
});
server.listen(0, () => net.connect(server.address().port).on('error', () => {}).resume());
// => tick
// => immediate
// => close
