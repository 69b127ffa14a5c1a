'use strict';
// setTimeout() fires after idle time only: traffic puts it off, and it closes nothing by itself.
// The moment of each write is known, so the idle time is checked whatever else delays the program.
const assert = require('assert');
const net = require('net');

const IDLE = 80;
const sentAt = [performance.now()];
let received = 0;
let fired = 0;
const server = net.createServer((peer) => {
  const timer = setInterval(() => {
    if (sentAt.length <= 5) {
      sentAt.push(performance.now());
      peer.write('t');
    } else {
      clearInterval(timer);
    }
  }, 20);
  peer.on('error', () => {});
  peer.on('close', () => clearInterval(timer));
});
server.listen(0, '127.0.0.1', () => {
  const client = net.connect(server.address().port, '127.0.0.1');
  client.on('data', (bytes) => { received += bytes.length; });
  client.setTimeout(IDLE, () => {
    const idle = performance.now() - sentAt[received];
    fired++;
    assert.ok(idle > IDLE - 1, `fired ${idle} ms after write ${received}`);
    assert.strictEqual(client.destroyed, false);
    client.destroy();
    server.close();
  });
});
process.on('exit', () => assert.strictEqual(fired, 1));
