'use strict';
// Header fields: what may be set and when, how it is read back, how what came in is joined.
const assert = require('assert');
const http = require('http');
const net = require('net');

const fails = (fn, code) => assert.throws(fn, { code });
let answered = false;
const server = http.createServer((req, res) => {
  assert.strictEqual(req.headers['x-many'], 'a, b');
  assert.strictEqual(req.headers.cookie, 'c; d');
  assert.strictEqual(req.headers.age, '1'); // the first counts
  assert.strictEqual(req.headers.constructor, 'x, y');
  assert.deepStrictEqual(req.headersDistinct['x-many'], ['a', 'b']);
  assert.deepStrictEqual(req.rawHeaders.slice(2, 4), ['X-Many', 'a']);

  res.setHeader('X-One', 1).appendHeader('x-one', '2');
  res.setHeaders(new Map([['X-Two', 'two']]));
  assert.deepStrictEqual(res.getHeader('X-ONE'), [1, '2']);
  assert.deepStrictEqual(res.getHeaderNames(), ['x-one', 'x-two']);
  assert.strictEqual(res.hasHeader('x-TWO'), true);
  res.removeHeader('x-two');
  assert.deepStrictEqual({ ...res.getHeaders() }, { 'x-one': [1, '2'] });
  fails(() => res.setHeader('a b', 1), 'ERR_INVALID_HTTP_TOKEN');
  fails(() => res.setHeader('a', 'b\r\nc: d'), 'ERR_INVALID_CHAR');
  fails(() => res.setHeader('a'), 'ERR_HTTP_INVALID_HEADER_VALUE');
  fails(() => res.writeHead(99), 'ERR_HTTP_INVALID_STATUS_CODE');
  assert.strictEqual(res.headersSent, false);
  res.writeHead(200);
  assert.strictEqual(res.headersSent, true);
  fails(() => res.setHeader('a', 'b'), 'ERR_HTTP_HEADERS_SENT');
  fails(() => res.writeHead(200), 'ERR_HTTP_HEADERS_SENT');
  res.end(() => { answered = true; });
});
fails(() => http.validateHeaderName('é'), 'ERR_INVALID_HTTP_TOKEN');
fails(() => http.validateHeaderValue('a', '\u0100'), 'ERR_INVALID_CHAR');
fails(() => http.request({ path: '/a b' }), 'ERR_UNESCAPED_CHARACTERS');
fails(() => http.request({ method: 'a b' }), 'ERR_INVALID_HTTP_TOKEN');
fails(() => http.request('ftp://a.test'), 'ERR_INVALID_PROTOCOL');
server.listen(0, '127.0.0.1', () => {
  const client = net.connect(server.address().port, '127.0.0.1', () => {
    client.end('GET / HTTP/1.1\r\nHost: a\r\nX-Many: a\r\nCookie: c\r\nx-many:  b \r\nAge: 1\r\n' +
      'Cookie: d\r\nAge: 2\r\nconstructor: x\r\nConstructor: y\r\n\r\n');
  });
  client.resume().on('close', () => server.close());
});
process.on('exit', () => assert.strictEqual(answered, true));
