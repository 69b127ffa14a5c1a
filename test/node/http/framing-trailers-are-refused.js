'use strict';
// Trailers that say how a message is framed obey the rules for headers; others are only trailers.
const assert = require('assert');
const http = require('http');
const net = require('net');

const LENGTH = 'HPE_INVALID_CONTENT_LENGTH', ENCODING = 'HPE_INVALID_TRANSFER_ENCODING';
// A trailer, and the error of a server and of a client that read it.
const CASES = [
  ['Content-Length: 5', LENGTH, LENGTH],
  ['content-length: x', LENGTH, LENGTH],
  ['Transfer-Encoding: chunked', ENCODING, undefined],
  ['Transfer-Encoding: gzip', ENCODING, undefined],
  ['Transfer-Encoding:', ENCODING, ENCODING],
  ['Connection: close', 'HPE_CLOSED_CONNECTION', undefined],
  ['Connection: keep-alive', undefined, undefined],
  ['Host: x', undefined, undefined],
  ['X-Sum: 1', undefined, undefined],
];
const bodyWith = (trailer) =>
  `Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n${trailer}\r\n\r\n`;

for (const [trailer, serverError, clientError] of CASES) {
  const codes = [];
  const server = http.createServer((req, res) => {
    req.on('error', () => {});
    req.resume().on('end', () => res.end());
  });
  server.on('clientError', (err, socket) => {
    codes.push(err.code);
    socket.destroy();
  });
  server.listen(0, () => {
    const socket = net.connect(server.address().port);
    socket.on('error', () => {});
    socket.resume().on('close', () => {
      server.close();
      assert.deepStrictEqual(codes, serverError === undefined ? [] : [serverError], trailer);
    });
    socket.write(`POST / HTTP/1.1\r\nHost: a\r\n${bodyWith(trailer)}` +
                 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  });

  const peer = net.createServer((socket) => {
    socket.once('data', () => socket.end(`HTTP/1.1 200 OK\r\n${bodyWith(trailer)}`));
  });
  peer.listen(0, () => {
    let code;
    const request = http.get({ port: peer.address().port }, (res) => {
      res.on('error', () => {});
      res.resume();
    });
    request.on('error', (err) => { code = err.code; });
    request.on('close', () => {
      peer.close();
      assert.strictEqual(code, clientError, trailer);
    });
  });
}
