'use strict';
// What a dependency has put on Object.prototype is neither joined to the fields of a request, nor
// called with them.
// differs from Node: there the fields of a request are joined to those that are inherited.
const assert = require('node:assert');
const http = require('node:http');
const net = require('node:net');

const NAMES = ['host', 'x-a', 'cookie', 'set-cookie'];
const server = http.createServer((req, res) => {
  assert.deepStrictEqual(Object.entries(req.headers), [
    ['host', 'a'], ['x-a', '1, 2'], ['constructor', 'b'], ['cookie', 'c=1; d=2'],
    ['set-cookie', ['e', 'f']], ['connection', 'close'],
  ]);
  assert.strictEqual(Object.getPrototypeOf(req.headers), Object.prototype);
  for (const name of NAMES)
    delete Object.prototype[name];
  res.end();
  server.close();
});
server.listen(0, () => {
  const socket = net.connect(server.address().port);
  for (const name of NAMES) {
    Object.defineProperty(Object.prototype, name, {
      __proto__: null, configurable: true, get: assert.fail, set: assert.fail,
    });
  }
  socket.write('GET / HTTP/1.1\r\nHost: a\r\nX-A: 1\r\nX-A: 2\r\n__proto__: x\r\n' +
               'constructor: b\r\nCookie: c=1\r\nCookie: d=2\r\n' +
               'Set-Cookie: e\r\nSet-Cookie: f\r\nConnection: close\r\n\r\n');
  socket.resume();
});
