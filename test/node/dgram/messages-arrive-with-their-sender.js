// A datagram arrives whole, as a Buffer, with address, family, port and size of its sender.
'use strict';
const assert = require('assert');
const dgram = require('dgram');

const receiver = dgram.createSocket('udp4');
const sender = dgram.createSocket('udp4');
receiver.on('message', (message, from) => {
  assert.ok(Buffer.isBuffer(message));
  assert.strictEqual(message.toString(), 'one two');
  assert.deepStrictEqual(from, {
    address: '127.0.0.1', family: 'IPv4', port: sender.address().port, size: 7,
  });
  receiver.close();
  sender.close();
});
receiver.bind(0, '127.0.0.1', () => {
  sender.send(['one ', Buffer.from('two')], receiver.address().port, '127.0.0.1');
});
