'use strict';
const { step, text, call, thrown } = require('../harness.js');
const dgram = require('node:dgram');

// A receiver, and what it gets of what `send` is given to do with its port.
function exchange(options, send) {
  return new Promise((resolve, reject) => {
    const receiver = dgram.createSocket('udp4');
    const sender = dgram.createSocket(options);
    receiver.on('error', reject);
    receiver.on('message', (message, from) => {
      receiver.close();
      sender.close();
      resolve(text(message.toString(), from.address, from.family, from.size));
    });
    receiver.bind(0, '127.0.0.1', () => send(sender, receiver.address().port));
  });
}

step('send', () => exchange('udp4', (sender, port) => sender.send('abc', port, '127.0.0.1')));
step('send by options', () => exchange({ type: 'udp4', reuseAddr: true }, (sender, port) =>
  sender.send(['a', Buffer.from('b')], port, '127.0.0.1')));
step('send a part', () => exchange('udp4', (sender, port) =>
  sender.send(Buffer.from('abcdef'), 2, 3, port, '127.0.0.1')));
step('connect', () => exchange('udp4', (sender, port) =>
  sender.connect(port, '127.0.0.1', () => sender.send('connected'))));
step('callback', async () => {
  const socket = dgram.createSocket('udp4');
  socket.bindSync({ address: '127.0.0.1' });
  const { value } = await call((done) =>
    socket.send('abc', socket.address().port, '127.0.0.1', done));
  socket.close();
  return text(value);
});
step('options', async () => {
  const socket = dgram.createSocket('udp4');
  socket.bindSync();
  socket.setTTL(10);
  socket.setBroadcast(true);
  socket.setMulticastTTL(2);
  socket.setMulticastLoopback(false);
  const size = typeof socket.getRecvBufferSize();
  const queue = socket.getSendQueueSize() + socket.getSendQueueCount();
  await new Promise((resolve) => { socket.close(resolve); });
  return text(size, queue);
});
step('wrong arguments', () => {
  const socket = dgram.createSocket('udp4');
  const result = text(thrown(() => dgram.createSocket('tcp')), thrown(() => socket.send(5, 5)),
                      thrown(() => socket.send('a', 70000)), thrown(() => socket.setTTL('a')),
                      thrown(() => socket.bindSync({ address: 'localhost' })),
                      thrown(() => socket.disconnect()), thrown(() => socket.addMembership()));
  socket.close();
  return result;
});
