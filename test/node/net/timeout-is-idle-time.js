'use strict';
// setTimeout() fires after idle time only: traffic puts it off, and it closes nothing by itself.
const assert = require('assert');
const net = require('net');

let traffic = 0;
let fired = 0;
const server = net.createServer((peer) => {
  const timer = setInterval(() => {
    if (++traffic <= 5)
      peer.write('tick');
    else
      clearInterval(timer);
  }, 20);
  peer.on('error', () => {});
});
server.listen(0, '127.0.0.1', () => {
  const client = net.connect(server.address().port, '127.0.0.1');
  client.resume();
  client.setTimeout(80, () => {
    fired++;
    assert.ok(traffic >= 5, `only ${traffic} ticks`);
    assert.strictEqual(client.destroyed, false);
    client.destroy();
    server.close();
  });
});
process.on('exit', () => assert.strictEqual(fired, 1));
