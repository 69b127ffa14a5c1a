// flags: --test-udp-no-try-send
// Datagrams that are sent by a request count in getSendQueueSize() until they are sent.
const assert = require('assert');
const dgram = require('dgram');

const socket = dgram.createSocket('udp4');
socket.bind(0, '127.0.0.1', () => {
  socket.connect(socket.address().port, '127.0.0.1', () => {
    let left = 2;
    const sent = () => {
      if (--left > 0)
        return;
      assert.strictEqual(socket.getSendQueueCount(), 0);
      assert.strictEqual(socket.getSendQueueSize(), 0);
      socket.close();
    };
    socket.send('hello', sent);
    socket.send('hello', sent);
    assert.strictEqual(socket.getSendQueueSize(), 10);
    assert.strictEqual(socket.getSendQueueCount(), 2);
  });
});
