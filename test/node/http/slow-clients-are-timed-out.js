'use strict';
// A head that does not come gets 408; an idle connection is closed after keepAliveTimeout; a
// request's own timeout is an event.
const assert = require('assert');
const http = require('http');
const net = require('net');

let done = 0;
const server = http.createServer({ headersTimeout: 60, requestTimeout: 120, keepAliveTimeout: 40,
                                   keepAliveTimeoutBuffer: 0, connectionsCheckingInterval: 20 },
                                 (req, res) => req.url === '/hang' || res.end('ok'));
function raw(bytes, check) {
  const client = net.connect(server.address().port, '127.0.0.1', () => client.write(bytes));
  let text = '';
  client.on('data', (part) => { text += part; }).on('error', () => {});
  client.on('close', () => {
    check(text);
    if (++done === 3)
      server.close();
  });
}
server.listen(0, '127.0.0.1', () => {
  raw('GET / HTTP/1.1\r\nHost:', (text) =>
    assert.strictEqual(text, 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n'));
  raw('GET / HTTP/1.1\r\nHost: a\r\n\r\n', (text) => assert.match(text, /\r\n\r\nok$/));
  const { port } = server.address();
  const req = http.get({ path: '/hang', port, host: '127.0.0.1', timeout: 30 });
  let timedOut = false;
  req.on('timeout', () => { timedOut = true; req.destroy(); });
  req.on('error', (err) => assert.strictEqual(err.code, 'ECONNRESET'));
  req.on('close', () => {
    assert.strictEqual(timedOut, true);
    if (++done === 3)
      server.close();
  });
});
process.on('exit', () => assert.strictEqual(done, 3));
