'use strict';
// The socket of pipelined requests is written to, ended or destroyed by one of them: the answers
// that were ended before have been sent.
// differs from Node: there, all answers but the first wait for a tick after the last request.
const assert = require('assert');
const fs = require('fs');
const http = require('http');
const net = require('net');

const cases = [
  ['write()', (socket) => socket.write('RAW'), ['/1', '/2', 'RAW', '/3', '/4']],
  ['the descriptor', (socket) => fs.writeSync(socket._handle.fd, 'RAW'),
   ['/1', '/2', 'RAW', '/3', '/4']],
  ['end()', (socket) => socket.end('RAW'), ['/1', '/2', 'RAW']],
  ['destroy()', (socket) => socket.destroy(), ['/1', '/2']],
  ['an invalid request', null, ['/1', '/2', '/3', '400 Bad Request']],
  ['an upgrade', 'upgrade', ['/1', '/2', '/3', 'UPGRADED']],
];

function run(at) {
  if (at === cases.length)
    return;
  const { 0: name, 1: third, 2: expected } = cases[at];
  const server = http.createServer((req, res) => {
    if (req.url === '/3' && typeof third === 'function')
      third(req.socket);
    res.end(req.url);
  });
  if (third === 'upgrade')
    server.on('upgrade', (req, socket) => socket.end('UPGRADED'));
  let text = '';
  server.listen(0, '127.0.0.1', () => {
    const client = net.connect(server.address().port, '127.0.0.1', () => {
      const urls = typeof third === 'function' ? ['/1', '/2', '/3', '/4'] : ['/1', '/2', '/3'];
      client.write(urls.map((url) => `GET ${url} HTTP/1.1\r\nHost: a\r\n\r\n`).join('') +
        (third === null ? 'no request\r\n\r\n' : third === 'upgrade' ?
          'GET /5 HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n' : ''));
    });
    client.on('data', (part) => {
      text += part;
      if (text.includes('/4'))
        client.end();
    });
    client.on('close', () => {
      const found = text.match(/\/\d$|\/\d(?=HTTP|RAW|UPGRADED)|RAW|400 Bad Request|UPGRADED/g);
      assert.deepStrictEqual(found, expected, name);
      server.close(() => run(at + 1));
    });
  });
}
run(0);
