'use strict';
// server.close() accepts nothing more at once, and calls back when the last connection is given up.
const assert = require('assert');
const net = require('net');

const order = [];
const server = net.createServer((peer) => {
  server.close((err) => {
    assert.strictEqual(err, undefined);
    order.push('server closed');
  });
  assert.strictEqual(server.listening, false);
  server.getConnections((err, count) => assert.strictEqual(count, 1));
  setTimeout(() => peer.end('bye'), 20);
  peer.on('close', () => order.push('peer closed'));
  peer.resume();
});
server.listen(0, '127.0.0.1', () => {
  const client = net.connect(server.address().port, '127.0.0.1');
  client.resume().on('end', () => order.push('client end'));
});
process.on('exit', () => {
  assert.deepStrictEqual(order, ['client end', 'server closed', 'peer closed']);
});
