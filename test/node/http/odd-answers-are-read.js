'use strict';
// Where a body ends, and which answers are none, when a server is unusual.
const assert = require('assert');
const http = require('http');
const net = require('net');

const OK = 'HTTP/1.1 200 OK\r\n';
const cases = [
  ['HTTP/1.0 200 OK\r\n\r\nto the end', '200 to the end'],
  [`${OK}\r\nto the end`, '200 to the end'],
  [`${OK}Transfer-Encoding: gzip\r\n\r\nto the end`, '200 to the end'],
  [`${OK}Transfer-Encoding: gzip, chunked\r\n\r\n1;x="y"\r\na\r\n0\r\n\r\n`, '200 a'],
  [`${OK}Transfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n`, '200 hi aborted'],
  [`${OK}Content-Length: 5\r\n\r\nhi`, '200 hi aborted'],
  ['HTTP/1.1 304 X\r\nTransfer-Encoding: chunked\r\n\r\n', '304 '],
  ['HTTP/1.1 103 X\r\n\r\nHTTP/1.1 200\r\nContent-Length: 0\r\n\r\n', '200 '],
  ['HTTP/1.1 101 X\r\n\r\n', '101 '],
  [`${OK}Content-Length: 0\r\n\r\nmore`, 'HPE_INVALID_CONSTANT'],
  [`${OK}Content-Length: 1\r\nContent-Length: 1\r\n\r\na`, 'HPE_UNEXPECTED_CONTENT_LENGTH'],
  ['HTTP/1.1 200 OK\nContent-Length: 0\n\n', 'HPE_CR_EXPECTED'],
  ['HTTP/1.1 2000 OK\r\n\r\n', 'HPE_INVALID_STATUS'],
  ['no http at all', 'HPE_INVALID_CONSTANT'],
  ['', 'ECONNRESET'],
];
let at = 0;
const server = net.createServer((socket) => {
  socket.on('error', () => {});
  socket.once('data', () => socket.end(cases[at][0]));
});
server.listen(0, '127.0.0.1', function next() {
  if (at === cases.length)
    return server.close();
  const req = http.get({ port: server.address().port, host: '127.0.0.1', agent: false });
  let seen = '';
  req.on('response', (res) => {
    seen = `${res.statusCode} `;
    res.on('data', (part) => { seen += part; });
    res.on('error', (err) => { seen += ` ${err.message}`; });
  });
  req.on('error', (err) => { seen = err.code; });
  req.on('close', () => setImmediate(() => {
    assert.strictEqual(seen, cases[at][1], cases[at][0]);
    at++;
    next();
  }));
});
process.on('exit', () => assert.strictEqual(at, cases.length));
