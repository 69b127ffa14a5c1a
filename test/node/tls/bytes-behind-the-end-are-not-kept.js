'use strict';
// A peer that sends on behind its close_notify: the socket has ended, and nothing of it is kept.
const assert = require('assert');
const tls = require('tls');
const { ca, issue } = require('./fixtures/keys');
const { relay } = require('./fixtures/relay');

const SIZE = 1 << 20, COUNT = 96;
const { cert, key } = issue('example.test');
let isDone = false, sends;
const server = tls.createServer({ cert, key, allowHalfOpen: true }, (socket) => {
  socket.on('error', assert.fail);
  socket.resume();
  socket.on('end', () => sends(() => {
    const grown = process.memoryUsage().rss - before;
    assert.ok(grown < COUNT * SIZE / 2, `${grown} bytes more`);
    isDone = true;
    socket.destroy();
    server.close();
  }));
});
let before;
server.listen(0, () => relay(server.address().port, {
  toServer(chunk, to) {
    to.write(chunk);
    sends = (done) => {
      const garbage = Buffer.alloc(SIZE, 1);
      let left = COUNT;
      before = process.memoryUsage().rss;
      const next = (err) => {
        assert.ifError(err);
        if (left-- > 0)
          to.write(garbage, next);
        else
          done();
      };
      next();
    };
  },
}, (port, between) => {
  // The relay itself does not end when the client does.
  between.on('connection', (socket) => {
    socket.allowHalfOpen = true;
    socket.removeAllListeners('end');
  });
  const client = tls.connect({ port, ca: ca.cert, servername: 'example.test' }, () => client.end());
  client.on('error', () => {});
  client.resume();
  server.on('close', () => between.close());
}));
process.on('exit', () => assert.ok(isDone));
