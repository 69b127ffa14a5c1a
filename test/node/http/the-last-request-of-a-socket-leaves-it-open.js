'use strict';
// The answer to the last request that maxRequestsPerSocket allows says "Connection: close", but the
// client closes. A further request is answered by 503 after 'dropRequest'.
const assert = require('assert');
const http = require('http');
const net = require('net');

const server = http.createServer((req, res) => res.end('ok'));
server.maxRequestsPerSocket = 1;
let dropped = 0;
server.on('dropRequest', () => dropped++);
server.listen(0, () => {
  const client = net.connect(server.address().port);
  const request = () => client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  let text = '';
  client.on('data', (chunk) => {
    text += chunk;
    if (text.endsWith('ok')) {
      assert.match(text, /^HTTP\/1\.1 200 OK\r\n[^]*Connection: close\r\n/);
      request();
    } else if (text.endsWith('0\r\n\r\n')) {
      assert.match(text, /okHTTP\/1\.1 503 Service Unavailable\r\n/);
      client.end();
    }
  });
  client.on('close', () => {
    assert.strictEqual(dropped, 1);
    assert.ok(text.includes(' 503 '));
    server.close();
  });
  request();
});
