// B2.4: nobody listens to the handle itself, so the close phase has no callback behind which the
// rest of the ticks runs.
'use strict';
const net = require('net');
const log = console.log;

process.on('uncaughtException', (error) => log('caught', error.message));
setImmediate(() => {
  const server = net.createServer().on('close', () => {
    process.nextTick(() => log('tick'));
    throw new Error('boom');
  });
  server.listen(`\0order-${process.pid}`, () => {
    setTimeout(() => log('timer'), 1);
    const until = Date.now() + 5;
    while (Date.now() < until);
    server.close();
  });
});
// => caught boom
// => timer
// => tick
