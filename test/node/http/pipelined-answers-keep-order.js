'use strict';
// Requests on one connection are answered in their order, though the last answer is ready first.
const assert = require('assert');
const http = require('http');
const net = require('net');

const waiting = [];
let text = '';
const server = http.createServer((req, res) => {
  waiting.push(() => res.end(req.url));
  if (waiting.length < 3)
    return;
  assert.strictEqual(res.socket, null); // it is not its turn
  for (const answer of waiting.reverse())
    answer();
});
server.listen(0, '127.0.0.1', () => {
  const client = net.connect(server.address().port, '127.0.0.1', () => {
    client.write(['/1', '/2'].map((url) => `GET ${url} HTTP/1.1\r\nHost: a\r\n\r\n`).join(''));
    client.write('GET /3 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  });
  client.on('data', (part) => { text += part; });
  client.on('end', () => server.close());
});
process.on('exit', () => assert.deepStrictEqual(text.match(/\/\d(?=HTTP|$)/g), ['/1', '/2', '/3']));
