// B3.6: close is the last phase of a turn.
'use strict';
const log = console.log;

const net = require('net');
const server = net.createServer();
server.listen(0, () => {
  server.close(() => log('closed'));
  setImmediate(() => log('immediate'));
  process.nextTick(() => log('tick'));
});
// => closed
// => tick
// => immediate
