// { signal }: aborting closes the socket, once; a signal that is aborted already does so at once.
'use strict';
const assert = require('assert');
const dgram = require('dgram');

let closed = 0;
const controller = new AbortController();
const socket = dgram.createSocket({ type: 'udp4', signal: controller.signal });
socket.on('close', () => closed++);
socket.bind(0, '127.0.0.1', () => {
  controller.abort();
  assert.throws(() => socket.address(), { code: 'ERR_SOCKET_DGRAM_NOT_RUNNING' });
});
dgram.createSocket({ type: 'udp4', signal: AbortSignal.abort() }).on('close', () => closed++);
process.on('exit', () => assert.strictEqual(closed, 2));
