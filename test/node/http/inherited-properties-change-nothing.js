'use strict';
// What a program puts on Object.prototype reaches neither a running server nor a request.
// differs from Node: there an inherited highWaterMark counts, and a socket's streams refuse it.
const assert = require('assert');
const http = require('http');

const server = http.createServer((req, res) => {
  res.setHeader('X-Url', req.url);
  res.end('ok');
});
server.on('clientError', (err) => assert.fail(err));

const NAMES = ['isAdmin', 'path', 'host', 'signal', 'highWaterMark', 'localAddress', 'agent',
               'socketPath', 'maxHeaderSize', 'lenient', 'delay', 'auth'];
let left = NAMES.length;

function check(name, value, next) {
  Object.prototype[name] = value;
  const { port } = server.address();
  http.get({ port, path: `/${name}`, agent: new http.Agent() }, (res) => {
    let body = '';
    res.on('data', (chunk) => { body += chunk; });
    res.on('end', () => {
      delete Object.prototype[name];
      assert.strictEqual(body, 'ok');
      assert.strictEqual(res.headers['x-url'], `/${name}`);
      next();
    });
  });
}

function next() {
  if (left === 0) {
    server.close();
    return;
  }
  check(NAMES[--left], 'x', next);
}
server.listen(0, next);
