'use strict';
// When a client half-closes, what the program has written is sent to it in full. Requests whose
// answers have not begun to end are aborted with the socket, and nobody reports a 'clientError'.
const assert = require('assert');
const http = require('http');
const net = require('net');

const LENGTH = 8e6;
const log = [];
const server = http.createServer((req, res) => {
  req.on('aborted', () => log.push(`${req.url} aborted`));
  req.on('error', (err) => log.push(`${req.url} ${err.code}`));
  if (req.url === '/long')
    res.end(Buffer.alloc(LENGTH));
});
server.on('clientError', assert.fail);

function request(url, callback) {
  const client = net.connect({ port: server.address().port, allowHalfOpen: true });
  let received = 0;
  client.end(`GET ${url} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  client.on('data', (chunk) => { received += chunk.length; });
  client.on('close', () => callback(received));
}

server.listen(0, () => {
  request('/long', (received) => {
    assert.ok(received > LENGTH, `${received} bytes`);
    request('/never', (none) => {
      assert.strictEqual(none, 0);
      server.close();
    });
  });
});
process.on('exit', () => assert.deepStrictEqual(log, ['/never aborted', '/never ECONNRESET']));
