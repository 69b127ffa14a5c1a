// B2.2: a listening server keeps the loop alive, a closed one does not.
'use strict';
const log = console.log;

const net = require('net');
const server = net.createServer().listen(0, () => {
  log('listening');
  server.close();
});
process.on('exit', () => log('exit'));
// => listening
// => exit
