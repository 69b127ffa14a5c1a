'use strict';
// process._getActiveHandles() gives the servers and sockets that are open and referenced.
const assert = require('assert');
const net = require('net');

const has = (object) => process._getActiveHandles().includes(object);
const server = net.createServer((socket) => socket.resume()).listen(0, () => {
  assert.ok(has(server));
  const client = net.connect(server.address().port, () => {
    assert.ok(has(client));
    client.unref();
    assert.ok(!has(client));
    client.ref();
    client.destroy();
    server.close(() => assert.ok(!has(server) && !has(client)));
  });
});
assert.ok(Array.isArray(process._getActiveHandles()));
