'use strict';
// Upgrade and CONNECT hand the connection over: what follows the head is not HTTP any more.
const assert = require('assert');
const http = require('http');

const log = [];
const server = http.createServer((req, res) => res.end(`plain ${req.headers.upgrade}`));
server.on('connect', (req, socket, head) => {
  log.push(['connect', req.url, String(head)]);
  socket.end('HTTP/1.1 200 Connected\r\n\r\ntunnel');
});
function request(options, event, done) {
  const { port } = server.address();
  const req = http.request({ port, host: '127.0.0.1', agent: false, ...options });
  req.on(event, (res, socket, head) => {
    let text = String(head ?? '');
    (socket ?? res).on('data', (part) => { text += part; });
    (socket ?? res).on('end', () => {
      log.push([event, res.statusCode, text]);
      socket?.end();
      done();
    });
  });
  req.end();
}
const headers = { Connection: 'Upgrade', Upgrade: 'echo' };
server.listen(0, '127.0.0.1', () => {
  request({ headers }, 'response', () => { // nobody listens: an ordinary request
    server.on('upgrade', (req, socket, head) => {
      socket.write('HTTP/1.1 101 Switching Protocols\r\n' +
        'Connection: Upgrade\r\nUpgrade: echo\r\n\r\n');
      socket.end(`${req.headers.upgrade}${head}`);
    });
    request({ headers }, 'upgrade', () => {
      request({ method: 'CONNECT', path: 'a.test:443' }, 'connect', () => server.close());
    });
  });
});
process.on('exit', () => assert.deepStrictEqual(log, [
  ['response', 200, 'plain echo'], ['upgrade', 101, 'echo'],
  ['connect', 'a.test:443', ''], ['connect', 200, 'tunnel']]));
