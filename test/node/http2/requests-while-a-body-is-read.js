'use strict';
// HTTP/2 over a pair of streams, used by a tick between the pieces of a body that one read has
// brought to a server of http: both connections go on.
const assert = require('assert');
const http = require('http');
const http2 = require('http2');
const net = require('net');
const { duplexPair } = require('stream');

const events = [];
const inner = http2.createServer((req, res) => res.end('inner'));
const [near, far] = duplexPair();
inner.emit('connection', far);
const session = http2.connect('http://localhost', { createConnection: () => near });

function request(path) {
  const stream = session.request({ ':path': path });
  stream.resume();
  stream.on('end', () => events.push(`inner ${path}`));
}
const outer = http.createServer((req, res) => {
  req.on('data', (chunk) => {
    events.push(`${chunk}`);
    if (events.length === 1)
      process.nextTick(() => ['/0', '/1'].forEach(request));
  });
  req.on('end', () => {
    events.push('end');
    res.end('ok');
  });
});
session.on('connect', () => outer.listen(0, '127.0.0.1', () => {
  const socket = net.connect(outer.address().port, '127.0.0.1');
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n' +
               'Transfer-Encoding: chunked\r\n\r\n' +
               '2\r\nAA\r\n3\r\nBBB\r\n0\r\n\r\n');
  socket.resume();
  socket.on('close', () => setImmediate(() => {
    session.destroy();
    outer.close();
  }));
}));
process.on('exit', () => assert.deepStrictEqual(events.sort(), ['AA', 'BBB', 'end', 'inner /0',
                                                               'inner /1']));
