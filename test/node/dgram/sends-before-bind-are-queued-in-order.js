// What is sent, connected or closed while bind() is in progress waits for it, in order.
'use strict';
const assert = require('assert');
const dgram = require('dgram');

const got = [];
const receiver = dgram.createSocket('udp4', (message) => {
  got.push(`${message}`);
  if (got.length === 3)
    receiver.close();
});
receiver.on('close', () => assert.deepStrictEqual(got, ['1', '2', '3']));
const { port } = receiver.bindSync({ address: '127.0.0.1' });
const sender = dgram.createSocket('udp4');
let isClosed = false;
sender.on('close', () => { isClosed = true; });
sender.send('1', port, '127.0.0.1', () => {
  sender.send('2', port, '127.0.0.1');
  sender.send('3', port, '127.0.0.1', () => sender.close());
});
assert.throws(() => sender.bind(0), { code: 'ERR_SOCKET_ALREADY_BOUND' });
process.on('exit', () => assert.ok(isClosed));
