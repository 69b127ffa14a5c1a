'use strict';
// What arrives in one read is a chunk per record, so that writes of the peer stay apart. Full
// records are parts of one long write.
const assert = require('assert');
const tls = require('tls');
const { ca, issue } = require('./fixtures/keys');

const { cert, key } = issue('example.test');
const SMALL = 700, LONG = 16384 + 10;
const lengths = [];

const server = tls.createServer({ cert, key }, (socket) => {
  socket.setMaxSendFragment(SMALL);
  // The kernel sends a buffer of three records at once.
  socket.write(Buffer.alloc(3 * SMALL - 1, 'x'));
  socket.once('data', () => {
    socket.setMaxSendFragment(16384);
    socket.end(Buffer.alloc(LONG, 'y'));
  });
});
server.listen(0, () => {
  const client = tls.connect({ port: server.address().port, ca: ca.cert,
                               servername: 'example.test' });
  let sum = 0;
  client.on('data', (chunk) => {
    lengths.push(chunk.length);
    sum += chunk.length;
    if (sum === 3 * SMALL - 1)
      client.write('next');
  });
  client.on('close', () => server.close());
});
process.on('exit', () => {
  assert.deepStrictEqual(lengths.slice(0, 3), [SMALL, SMALL, SMALL - 1]);
  assert.strictEqual(lengths.slice(3).reduce((sum, length) => sum + length), LONG);
});
