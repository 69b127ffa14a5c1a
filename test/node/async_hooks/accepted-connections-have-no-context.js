'use strict';
// Events of a connection that a server has accepted have no store, nor has the end of the server
// that follows from them.
const assert = require('node:assert');
const net = require('node:net');
const { AsyncLocalStorage } = require('node:async_hooks');

const als = new AsyncLocalStorage();
const seen = {};
const server = als.run('server', () => net.createServer((socket) => {
  seen.connection = als.getStore();
  server.close(() => { seen.closed = als.getStore(); });
  socket.on('data', () => { seen.data = als.getStore(); socket.end(); });
}).listen(0, () => {
  const client = net.connect(server.address().port, () => client.end('x')).resume();
}));

process.on('exit', () => {
  assert.deepStrictEqual(seen, { connection: 'server', data: undefined, closed: undefined });
});
