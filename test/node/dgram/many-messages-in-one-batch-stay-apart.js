// Datagrams that are received together have their own bytes, sizes and senders, in order.
'use strict';
const assert = require('assert');
const dgram = require('dgram');

const SIZES = [0, 1, 100, 4096, 4097, 20000, 7];
const receiver = dgram.createSocket('udp4');
const senders = [dgram.createSocket('udp4'), dgram.createSocket('udp4')];
const got = [];
receiver.on('message', (message, { port, size }) => {
  got.push({ message, port, size });
  if (got.length < SIZES.length)
    return;
  got.forEach((each, i) => {
    assert.strictEqual(each.size, SIZES[i]);
    assert.deepStrictEqual(each.message, Buffer.alloc(SIZES[i], i + 1));
    assert.strictEqual(each.port, senders[i % 2].address().port);
  });
  receiver.close();
  senders.forEach((sender) => sender.close());
});
receiver.bindSync({ address: '127.0.0.1' });
senders.forEach((sender) => sender.connectSync(receiver.address().port));
SIZES.forEach((size, i) => senders[i % 2].send(Buffer.alloc(size, i + 1)));
