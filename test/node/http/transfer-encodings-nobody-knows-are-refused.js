'use strict';
// A Transfer-Encoding that is empty, or whose last element is not `chunked`, says nothing about the
// length of a request: it is refused, also by the insecure parser when it is empty.
const assert = require('assert');
const http = require('http');
const net = require('net');

const REFUSED = 'HPE_INVALID_TRANSFER_ENCODING';
const CASES = [
  // strict parser, insecure parser
  [['Transfer-Encoding:'], REFUSED, REFUSED],
  [['Transfer-Encoding:', 'Content-Length: 3'], REFUSED, REFUSED],
  [['Content-Length: 3', 'Transfer-Encoding:'], REFUSED, REFUSED],
  [['Transfer-Encoding: ,'], REFUSED],
  [['Transfer-Encoding: chunked,'], REFUSED],
  [['Transfer-Encoding: chunked, ,'], REFUSED],
  [['Transfer-Encoding: chunked', 'Transfer-Encoding: ,'], REFUSED],
  [['Transfer-Encoding: ,', 'Content-Length: 3'], 'HPE_INVALID_CONTENT_LENGTH'],
  [['Transfer-Encoding: ,chunked'], undefined],
];

function check(lines, insecureHTTPParser, expected) {
  let code;
  const server = http.createServer({ insecureHTTPParser }, (req, res) => {
    req.on('error', () => {});
    req.resume().on('end', () => res.end());
  });
  server.on('clientError', (err, socket) => {
    code ??= err.code;
    socket.destroy();
  });
  server.listen(0, () => {
    const socket = net.connect(server.address().port);
    socket.on('error', () => {});
    socket.resume().on('close', () => {
      server.close();
      assert.strictEqual(code, expected, lines.join());
    });
    socket.write(`POST / HTTP/1.1\r\nHost: a\r\n${lines.join('\r\n')}\r\n\r\n` +
                 '3\r\nabc\r\n0\r\n\r\n' +
                 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  });
}

for (const [lines, strict, insecure] of CASES) {
  check(lines, false, strict);
  if (insecure)
    check(lines, true, insecure);
}
