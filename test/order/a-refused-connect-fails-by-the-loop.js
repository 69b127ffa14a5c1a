// B3.2: never from inside the call.
'use strict';
const log = console.log;

const net = require('net');
const server = net.createServer().listen(0, '127.0.0.1', () => {
  const { port } = server.address();
  server.close(() => {
    net.connect(port, '127.0.0.1').on('error', (error) => log(error.code));
    process.nextTick(() => log('tick'));
    log('asked');
  });
});
// => asked
// => tick
// => ECONNREFUSED
