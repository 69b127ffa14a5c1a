// B4.1: before the immediates of the turn.
'use strict';
const log = console.log;

const net = require('net');
const server = net.createServer();
server.listen(0, () => {
  setImmediate(() => log('immediate'));
  server.close(() => {
    log('closed');
    process.nextTick(() => log('tick of closed'));
  });
  log('close() has returned');
});
// => close() has returned
// => closed
// => tick of closed
// => immediate
