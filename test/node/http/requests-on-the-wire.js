'use strict';
// What a client sends, byte by byte, for the options that change it.
const assert = require('assert');
const http = require('http');
const net = require('net');

const agent = new http.Agent();
const cases = [
  [{ agent }, [], 'GET / HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\n\r\n'],
  [{ method: 'POST', path: '/p?q' }, ['body'],
   'POST /p?q HTTP/1.1\r\nHost: a.test\r\nConnection: keep-alive\r\nContent-Length: 4\r\n\r\nbody'],
  [{ method: 'put', headers: { 'x-A': [1, 2], 'Host': 'b' } }, ['a', 'bc'],
   'PUT / HTTP/1.1\r\nx-A: 1\r\nx-A: 2\r\nHost: b\r\nConnection: keep-alive\r\n' +
   'Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n2\r\nbc\r\n0\r\n\r\n'],
  [{ auth: 'user:pass', setHost: false }, [],
   'GET / HTTP/1.1\r\nAuthorization: Basic dXNlcjpwYXNz\r\nConnection: keep-alive\r\n\r\n'],
  [{ headers: ['One', '1', 'Two', '2'] }, [],
   'GET / HTTP/1.1\r\nOne: 1\r\nTwo: 2\r\nConnection: keep-alive\r\n\r\n'],
];
let at = 0;
let seen = '';
const server = net.createServer((socket) => {
  socket.on('data', (part) => { seen += part.latin1Slice(); });
  socket.on('end', () => socket.end());
});
server.listen(0, '127.0.0.1', function next() {
  if (at === cases.length)
    return server.close();
  seen = '';
  const [options, parts, expected] = cases[at];
  const req = http.request({
    ...options, host: 'a.test', port: server.address().port, defaultPort: server.address().port,
    lookup: (host, o, callback) => (o.all ? callback(null, [{ address: '127.0.0.1', family: 4 }]) :
      callback(null, '127.0.0.1', 4)),
  });
  for (const part of parts.slice(0, -1))
    req.write(part);
  req.end(parts.at(-1), () => req.socket.end());
  req.on('error', () => {});
  req.on('close', () => {
    assert.strictEqual(seen, expected);
    at++;
    next();
  });
});
process.on('exit', () => assert.strictEqual(at, cases.length));
