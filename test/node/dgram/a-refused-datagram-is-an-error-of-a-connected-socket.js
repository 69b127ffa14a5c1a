// The kernel reports that nobody listens at the peer's port: 'error' with ECONNREFUSED.
'use strict';
const assert = require('assert');
const dgram = require('dgram');

// A socket that is connected to another peer holds the port, and takes nothing from us.
const holder = dgram.createSocket('udp4');
const { port } = holder.bindSync({ address: '127.0.0.1' });
holder.connectSync(port);
const socket = dgram.createSocket('udp4');
socket.on('error', (error) => {
  assert.strictEqual(error.code, 'ECONNREFUSED');
  assert.strictEqual(error.syscall, 'recvmsg');
  socket.close();
  holder.close();
});
socket.connectSync(port);
socket.send('x');
