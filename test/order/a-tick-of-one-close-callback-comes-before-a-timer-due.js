// B3.6: the timers phase belongs to the next turn.
'use strict';
const log = console.log;

const net = require('net');
const server = net.createServer((socket) => {
  socket.on('close', () => {
    log('close');
    process.nextTick(() => log('tick'));
    setImmediate(() => log('immediate'));
  });
  socket.destroy();
  setTimeout(() => log('timer'), 1);
  const begin = Date.now();
  while (Date.now() - begin < 5);
  server.close();
});
server.listen(0, () => net.connect(server.address().port).on('error', () => {}).resume());
// => close
// => tick
// => timer
// => immediate
