'use strict';
// A request for another protocol that comes whole, body included, is given the connection itself
// and what came behind the body. One whose body is not complete gets a stream that begins there.
const assert = require('assert');
const http = require('http');
const net = require('net');

const HEAD = 'POST / HTTP/1.1\r\nHost: a\r\nUpgrade: x\r\nConnection: Upgrade\r\n';
const CASES = [
  [[`${HEAD}\r\nBEHIND`], 'BEHIND', ''],
  [[`${HEAD}Content-Length: 0\r\n\r\nBEHIND`], 'BEHIND', ''],
  [[`${HEAD}Content-Length: 3\r\n\r\nabcBEHIND`], 'BEHIND', 'abc'],
  [[`${HEAD}Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\nBEHIND`], 'BEHIND', 'abc'],
  [[`${HEAD}Content-Length: 3\r\n\r\na`, 'bcBEHIND'], '', 'abc'],
];

for (const [[first, second], expected, expectedBody] of CASES) {
  const server = http.createServer();
  server.on('upgrade', (req, stream, head) => {
    let body = '', rest = '';
    assert.strictEqual(head.toString(), expected);
    assert.strictEqual(stream === req.socket, second === undefined);
    req.on('data', (chunk) => { body += chunk; });
    stream.on('data', (chunk) => { rest += chunk; });
    stream.on('end', () => {
      assert.strictEqual(body, expectedBody);
      assert.strictEqual(head + rest, 'BEHIND');
      stream.end();
      server.close();
    });
    stream.write('go on');
  });
  server.listen(0, () => {
    const socket = net.connect(server.address().port);
    socket.once('data', () => socket.end(second));
    socket.write(first);
  });
}
