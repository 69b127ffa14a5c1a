'use strict';
// HEAD, 204 and 304 have no body, whatever their headers say; the next answer is not taken for it.
const assert = require('assert');
const http = require('http');

const seen = [];
const server = http.createServer((req, res) => {
  res.statusCode = +req.url.slice(1);
  res.setHeader('Content-Length', 5);
  res.end('hello');
});
server.listen(0, '127.0.0.1', async () => {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  for (const [method, status] of [['HEAD', 200], ['GET', 304], ['GET', 204], ['GET', 200]]) {
    await new Promise((resolve, reject) => {
      const req = http.request({ agent, method, path: `/${status}`, host: '127.0.0.1',
                                 port: server.address().port }, (res) => {
        let text = '';
        res.on('data', (part) => { text += part; });
        res.on('end', () => seen.push(`${method} ${res.statusCode} ${text}`));
      });
      req.on('close', resolve).on('error', reject).end();
    });
  }
  agent.destroy();
  server.close();
});
process.on('exit', () =>
  assert.deepStrictEqual(seen, ['HEAD 200 ', 'GET 304 ', 'GET 204 ', 'GET 200 hello']));
