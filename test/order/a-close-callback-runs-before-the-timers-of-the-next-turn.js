// B3.6: and before an immediate that an immediate has set.
'use strict';
const log = console.log;

const net = require('net');
const server = net.createServer();
server.listen(0, () => {
  setImmediate(() => {
    server.close(() => log('closed'));
    setImmediate(() => log('immediate of the next turn'));
  });
});
// => closed
// => immediate of the next turn
