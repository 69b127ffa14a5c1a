// B6.7: 'message' listeners have the store in which the socket was made, callbacks that of send().
'use strict';
const assert = require('assert');
const { AsyncLocalStorage } = require('async_hooks');
const dgram = require('dgram');

const storage = new AsyncLocalStorage();
let calls = 0;
const receiver = storage.run('receiver', () => dgram.createSocket('udp4'));
const { port } = receiver.bindSync({ address: '127.0.0.1' });
receiver.on('message', () => {
  assert.strictEqual(storage.getStore(), 'receiver');
  calls++;
  receiver.close();
});
const sender = dgram.createSocket('udp4');
storage.run('send', () => sender.send('x', port, '127.0.0.1', () => {
  assert.strictEqual(storage.getStore(), 'send');
  calls++;
  sender.close();
}));
process.on('exit', () => assert.strictEqual(calls, 2));
