// B4.1: after every single close callback.
'use strict';
const log = console.log;

const net = require('net');
const servers = [net.createServer(), net.createServer()];
let listening = 0;
servers.forEach((server, i) => server.listen(0, () => {
  if (++listening < 2)
    return;
  servers.forEach((s, n) => s.close(() => {
    log('closed', n);
    process.nextTick(() => log('tick', n));
    Promise.resolve().then(() => log('job', n));
  }));
}));
// => closed 0
// => closed 1
// => tick 0
// => tick 1
// => job 0
// => job 1
