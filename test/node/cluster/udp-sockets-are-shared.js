// Workers that bind the same UDP port share one socket; one that closes it loses no datagram of the
// others.
const assert = require('assert');
const cluster = require('cluster');
const dgram = require('dgram');

const EACH = 10;
if (cluster.isWorker) {
  let received = 0;
  const socket = dgram.createSocket('udp4');
  socket.on('message', () => {
    if (++received < EACH)
      return;
    socket.close();
    process.send(received);
  });
  socket.bind(0, '127.0.0.1');
} else {
  const ports = new Set();
  let listening = 0, done = 0;
  cluster.on('listening', (worker, { addressType, port }) => {
    assert.strictEqual(addressType, 'udp4');
    ports.add(port);
    if (++listening < 2)
      return;
    assert.strictEqual(ports.size, 1);
    const sender = dgram.createSocket('udp4');
    let left = 2 * EACH;
    const next = () => (left-- > 0 ? sender.send('x', port, '127.0.0.1', next) : sender.close());
    next();
  });
  cluster.on('message', (worker, received) => {
    assert.strictEqual(received, EACH);
    if (++done === 2)
      cluster.disconnect();
  });
  cluster.fork();
  cluster.fork();
}
