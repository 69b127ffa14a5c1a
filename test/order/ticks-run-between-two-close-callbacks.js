// B4.1: after every single close callback.
'use strict';
const log = console.log;

const net = require('net');
const sockets = [];
const server = net.createServer((socket) => {
  sockets.push(socket);
  if (sockets.length < 2)
    return;
  server.close();
  sockets.forEach((s, i) => {
    s.on('close', () => {
      log('close', i);
      process.nextTick(() => log('tick', i));
      Promise.resolve().then(() => log('job', i));
    });
    s.destroy();
  });
});
server.listen(0, () => {
  for (let i = 0; i < 2; i++)
    net.connect(server.address().port).on('error', () => {}).resume();
});
// => close 1
// => tick 1
// => job 1
// => close 0
// => tick 0
// => job 0
