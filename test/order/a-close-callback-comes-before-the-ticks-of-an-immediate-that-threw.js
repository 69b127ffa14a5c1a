// B3.6: the close phase of the same turn is the next callback.
'use strict';
const log = console.log;

const net = require('net');
process.on('uncaughtException', (error) => log('caught', error.message));
const server = net.createServer().listen(0, () => {
  setImmediate(() => {
    server.close(() => log('closed'));
    process.nextTick(() => log('tick'));
    throw new Error('immediate');
  });
});
// => caught immediate
// => closed
// => tick
