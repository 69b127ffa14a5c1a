'use strict';
// 96 MB each way over TLS, one way after the other (or as many as the argument says), written as
// fast as 'drain' allows and read by a program that pauses: the process does not grow with it.
const assert = require('assert');
const fs = require('fs');
const tls = require('tls');
const { ca, issue } = require('./fixtures/keys');

const MB = 1 << 20;
const SIZE = (Number(process.argv[2]) || 96) * MB;
const GROWTH_KB = 60 * 1024;
const rss = () => Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync('/proc/self/status', 'utf8'))[1]);
const { cert, key } = issue('example.test');
let first = 0, most = 0, received = 0;

function send(socket, done) {
  const chunk = Buffer.alloc(MB, 'x');
  let left = SIZE;
  const go = () => {
    while (left > 0) {
      left -= chunk.length;
      if (!socket.write(chunk)) {
        socket.once('drain', go);
        return;
      }
    }
    done();
  };
  go();
}

function receive(socket, done) {
  let since = 0, size = 0;
  socket.on('data', (chunk) => {
    received += chunk.length;
    since += chunk.length;
    size += chunk.length;
    if (size === SIZE)
      done();
    if (since < 8 * MB)
      return;
    since = 0;
    if (first === 0 && received >= 32 * MB)
      first = rss();
    else if (first !== 0)
      most = Math.max(most, rss());
    socket.pause();
    setImmediate(() => socket.resume());
  });
}

const server = tls.createServer({ cert, key }, (socket) => {
  send(socket, () => {});
  receive(socket, () => socket.end());
});
server.listen(0, () => {
  const client = tls.connect({ port: server.address().port, ca: ca.cert,
                               servername: 'example.test' });
  receive(client, () => send(client, () => {}));
  client.on('end', () => server.close());
});
process.on('exit', () => {
  if (process.argv[3])
    console.log(`${first} KB, at most ${most} KB`);
  assert.strictEqual(received, 2 * SIZE);
  assert.ok(most - first < GROWTH_KB, `${first} KB grew to ${most} KB`);
});
