'use strict';
// 128 MiB each way over TLS, written as fast as 'drain' allows: a writer is never far ahead of its
// reader, so memory stays flat.
const assert = require('assert');
const tls = require('tls');
const { ca, issue } = require('./fixtures/keys');

const CHUNK = Buffer.alloc(65536, 'x'), COUNT = 2048;
const AHEAD_MOST = 24 << 20; // buffers of the kernel, and what one turn writes
const { cert, key } = issue('example.test');
let finished = 0;

function send(socket, progress) {
  let left = COUNT;
  const next = () => {
    while (left-- > 0) {
      progress.sent += CHUNK.length;
      progress.most = Math.max(progress.most, progress.sent - progress.got);
      if (!socket.write(CHUNK))
        return;
    }
    socket.removeListener('drain', next);
    socket.end();
  };
  socket.on('drain', next);
  next();
}

function receive(socket, progress) {
  socket.on('data', (chunk) => { progress.got += chunk.length; });
  socket.on('end', () => {
    assert.strictEqual(progress.got, COUNT * CHUNK.length);
    assert.ok(progress.most < AHEAD_MOST, `${progress.most} bytes ahead`);
    finished++;
  });
}

const up = { sent: 0, got: 0, most: 0 }, down = { sent: 0, got: 0, most: 0 };
const server = tls.createServer({ cert, key, allowHalfOpen: true }, (socket) => {
  receive(socket, up);
  send(socket, down);
  server.close();
});
server.listen(0, () => {
  const before = process.memoryUsage().rss;
  const client = tls.connect({ port: server.address().port, ca: ca.cert, allowHalfOpen: true,
                               servername: 'example.test' });
  receive(client, down);
  send(client, up);
  client.on('close', () => {
    const grown = process.memoryUsage().rss - before;
    assert.ok(grown < 96 << 20, `${grown} bytes more`);
  });
});
process.on('exit', () => assert.strictEqual(finished, 2));
