'use strict';
// Two megabytes through an echo server come back whole and in order; the counters agree.
const assert = require('assert');
const net = require('net');

const size = 2 << 20;
let finished = false;
const data = Buffer.alloc(size);
for (let i = 0; i < size; i++)
  data[i] = (i * 31 + (i >> 8)) & 255;

const server = net.createServer({ allowHalfOpen: true }, (peer) => {
  peer.pipe(peer);
  server.close();
});
server.listen(0, '127.0.0.1', () => {
  const client =
    net.connect({ port: server.address().port, host: '127.0.0.1', allowHalfOpen: true });
  const parts = [];
  client.on('data', (part) => parts.push(part));
  client.on('end', () => {
    assert.ok(Buffer.concat(parts).equals(data));
    assert.strictEqual(client.bytesRead, size);
    assert.strictEqual(client.bytesWritten, size);
  });
  client.on('close', (hadError) => {
    assert.strictEqual(hadError, false);
    finished = true;
  });
  client.end(data);
});
process.on('exit', () => assert.strictEqual(finished, true));
