// A datagram that is too long, a port in use and a closed socket are errors with Node's codes; the
// socket works afterwards.
'use strict';
const assert = require('assert');
const dgram = require('dgram');

const socket = dgram.createSocket('udp4');
const { port } = socket.bindSync({ address: '127.0.0.1' });
const calls = [];
socket.send(Buffer.alloc(70000), port, '127.0.0.1', (error) => {
  assert.strictEqual(error.message, `send EMSGSIZE 127.0.0.1:${port}`);
  assert.strictEqual(error.code, 'EMSGSIZE');
  calls.push('too long');
  socket.send('still works', port, '127.0.0.1');
});
socket.on('message', (message) => {
  calls.push(`${message}`);
  const other = dgram.createSocket('udp4');
  other.on('error', (error) => {
    assert.strictEqual(error.message, `bind EADDRINUSE 127.0.0.1:${port}`);
    calls.push('in use');
    other.close();
    socket.close();
    assert.throws(() => socket.send('x', port), { code: 'ERR_SOCKET_DGRAM_NOT_RUNNING' });
    assert.throws(() => socket.close(), { code: 'ERR_SOCKET_DGRAM_NOT_RUNNING' });
  });
  other.bind(port, '127.0.0.1');
});
process.on('exit', () => assert.deepStrictEqual(calls, ['too long', 'still works', 'in use']));
