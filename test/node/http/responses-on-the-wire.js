'use strict';
// What a server sends, byte by byte: the order of headers, the default ones, the framing.
const assert = require('assert');
const http = require('http');
const net = require('net');

const DATE = /Date: [A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT\r\n/;
const cases = [
  [(res) => res.end('hi'),
   'HTTP/1.1 200 OK\r\nDATE\r\nConnection: keep-alive\r\nKeep-Alive: timeout=5\r\n' +
   'Content-Length: 2\r\n\r\nhi'],
  [(res) => { res.setHeader('X-B', 'c'); res.write('a'); res.end(Buffer.from('bc')); },
   'HTTP/1.1 200 OK\r\nX-B: c\r\nDATE\r\nConnection: keep-alive\r\nKeep-Alive: timeout=5\r\n' +
   'Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n'],
  [(res) => res.writeHead(404, 'Gone fishing', { 'X-L': ['1', '2'], 'Content-Length': 0 }).end(),
   'HTTP/1.1 404 Gone fishing\r\nX-L: 1\r\nX-L: 2\r\nContent-Length: 0\r\nDATE\r\n' +
   'Connection: keep-alive\r\nKeep-Alive: timeout=5\r\n\r\n'],
  [(res) => { res.sendDate = false; res.statusCode = 204; res.end(); },
   'HTTP/1.1 204 No Content\r\nConnection: keep-alive\r\nKeep-Alive: timeout=5\r\n\r\n'],
  [(res) => { res.removeHeader('Connection'); res.end('é'); },
   'HTTP/1.1 200 OK\r\nDATE\r\nContent-Length: 2\r\n\r\n\xc3\xa9'],
  [(res) => res.writeHead(200, ['Connection', 'close', 'Date', 'now']).end('x'),
   'HTTP/1.1 200 OK\r\nConnection: close\r\nDate: now\r\nTransfer-Encoding: chunked\r\n\r\n' +
   '1\r\nx\r\n0\r\n\r\n'],
];
let at = 0;
const server = http.createServer((req, res) => cases[req.url.slice(1)][0](res));
server.listen(0, '127.0.0.1', function next() {
  if (at === cases.length)
    return server.close();
  const client = net.connect(server.address().port, '127.0.0.1');
  let text = '';
  client.setEncoding('latin1').on('data', (part) => { text += part; });
  client.on('close', () => {
    assert.strictEqual(text.replace(DATE, 'DATE\r\n'), cases[at][1]);
    at++;
    next();
  });
  client.end(`GET /${at} HTTP/1.1\r\nHost: a\r\n\r\n`);
});
process.on('exit', () => assert.strictEqual(at, cases.length));
