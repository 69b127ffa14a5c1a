// A socket that flows asks its source again after each chunk: a program sees that by its own
// _read(), or by its own process.nextTick(), whenever it sets them.
'use strict';
const assert = require('assert');
const net = require('net');

const server = net.createServer((peer) => {
  peer.on('data', (data) => peer.write(data));
  peer.on('end', () => server.close());
}).listen(0, '127.0.0.1', () => {
  const socket = net.connect(server.address().port, '127.0.0.1');
  const { nextTick } = process;
  const chunks = [];
  let asked = 0, ticks = 0;
  const steps = [
    () => {
      socket._read = function(size) {
        asked++;
        return net.Socket.prototype._read.call(this, size);
      };
    },
    () => {
      assert.strictEqual(asked, 1); // after the chunk before, in a tick
      delete socket._read;
      process.nextTick = function(...args) {
        ticks++;
        return nextTick.apply(this, args);
      };
    },
    () => {
      assert.ok(ticks > 0);
      process.nextTick = nextTick;
      socket.pause();
      setImmediate(() => {
        assert.strictEqual(chunks.length, 4);
        assert.strictEqual(socket.isPaused(), true);
        socket.resume();
        socket.write('last');
      });
    },
    () => socket.end(),
  ];
  socket.on('data', (data) => {
    chunks.push(`${data}`);
    if (chunks.length === 1)
      socket.write('second');
    else
      steps[chunks.length - 2]();
    if (chunks.length > 1 && chunks.length < 4)
      setImmediate(() => socket.write('next'));
  });
  socket.on('close', () => assert.strictEqual(chunks.length, 5));
  socket.write('first');
});
