'use strict';
// A client that resets its connection while it has answers to come ends this connection only.
const assert = require('assert');
const http = require('http');
const net = require('net');

let handled = 0;
let client;
const server = http.createServer((req, res) => {
  handled++;
  if (req.url === '/3')
    client.resetAndDestroy();
  res.end(req.url);
});
server.on('connection', (socket) => socket.once('close', () => {
  if (handled === 1)
    return;
  assert.strictEqual(handled, 5);
  handled = 0;
  http.get({ port: server.address().port, agent: false }, (res) => {
    res.resume();
    res.on('end', () => server.close());
  });
}));
server.listen(0, '127.0.0.1', () => {
  const get = (url) => `GET ${url} HTTP/1.1\r\nHost: a\r\n\r\n`;
  client = net.connect(server.address().port, '127.0.0.1', () =>
    client.write(['/1', '/2', '/3', '/4', '/5'].map(get).join('')));
});
process.on('exit', () => assert.strictEqual(handled, 1));
