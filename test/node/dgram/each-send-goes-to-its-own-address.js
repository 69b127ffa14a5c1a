// Messages go to the address and port of their own send(), whichever one was used before, in the
// order of the calls; after close() none is sent.
'use strict';
const assert = require('assert');
const dgram = require('dgram');

const addresses = ['127.0.0.1', '127.0.0.2', '::1'];
const receivers = [];
const senders = { 4: dgram.createSocket('udp4'), 6: dgram.createSocket('udp6') };
const sent = [];
let toCome = 0;
function sendAll() {
  for (const turn of [0, 1]) {
    for (const receiver of [...receivers, receivers[0]]) {
      const { address, port, family } = receiver.address();
      const message = Buffer.from(`${address} ${port} ${turn}`);
      toCome++;
      senders[family.slice(3)].send(message, port, address, (error, bytes) => {
        assert.strictEqual(error, null);
        assert.strictEqual(bytes, message.length);
        sent.push(message.toString());
      });
    }
  }
  const lost = dgram.createSocket('udp4');
  lost.bindSync({ address: '127.0.0.1' });
  lost.send(Buffer.from('lost'), receivers[0].address().port, '127.0.0.1', assert.fail);
  lost.close();
}
function onMessage(message) {
  const { address, port } = this.address();
  assert.ok(message.toString().startsWith(`${address} ${port} `), message.toString());
  if (--toCome > 0)
    return;
  const [a, b, c] = receivers.map((one) => `${one.address().address} ${one.address().port}`);
  assert.deepStrictEqual(sent, [0, 1].flatMap((turn) => [a, b, c, a].map((to) => `${to} ${turn}`)));
  for (const socket of [...receivers, ...Object.values(senders)])
    socket.close();
}
let toBind = addresses.length + 2;
const onBound = () => --toBind === 0 && sendAll();
for (const address of addresses) {
  const receiver = dgram.createSocket(address.includes(':') ? 'udp6' : 'udp4', onMessage);
  receivers.push(receiver.bind(0, address, onBound));
}
senders[4].bind(0, '127.0.0.1', onBound);
senders[6].bind(0, '::1', onBound);
