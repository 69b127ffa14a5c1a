// B4.1: ticks and promise jobs of a message run before the next message of the same batch.
'use strict';
const assert = require('assert');
const dgram = require('dgram');

const order = [];
const receiver = dgram.createSocket('udp4', (message) => {
  order.push(`message ${message}`);
  process.nextTick(() => order.push(`tick ${message}`));
  Promise.resolve().then(() => order.push(`job ${message}`));
  if (`${message}` !== '2')
    return;
  setImmediate(() => {
    assert.deepStrictEqual(
      order, ['message 1', 'tick 1', 'job 1', 'message 2', 'tick 2', 'job 2']);
    receiver.close();
    sender.close();
  });
});
receiver.bindSync({ address: '127.0.0.1' });
const sender = dgram.createSocket('udp4');
sender.connectSync(receiver.address().port);
sender.send('1');
sender.send('2');
