'use strict';
// An agent that keeps connections sends requests after each other on the same one; maxSockets
// makes requests wait; an agent that keeps none opens a new one each time.
const assert = require('assert');
const http = require('http');

let connections = 0;
const server = http.createServer((req, res) => res.end(req.url));
server.on('connection', () => connections++);

function get(agent, path) {
  return new Promise((resolve, reject) => {
    const req = http.get({ agent, path, port: server.address().port, host: '127.0.0.1' }, (res) => {
      let text = '';
      res.setEncoding('utf8').on('data', (part) => { text += part; });
      req.on('close', () => resolve([text, req.reusedSocket]));
    }).on('error', reject);
  });
}

server.listen(0, '127.0.0.1', async () => {
  const keeping = new http.Agent({ keepAlive: true, maxSockets: 1 });
  assert.deepStrictEqual(await get(keeping, '/1'), ['/1', false]);
  await null; // 'free' follows 'close'
  assert.deepStrictEqual(await get(keeping, '/2'), ['/2', true]);
  assert.strictEqual(connections, 1);
  const all = await Promise.all(['/3', '/4', '/5'].map((path) => get(keeping, path)));
  assert.deepStrictEqual(all.map(([text]) => text), ['/3', '/4', '/5']);
  assert.strictEqual(connections, 1);
  keeping.destroy();

  const plain = new http.Agent();
  await get(plain, '/6');
  await get(plain, '/7');
  assert.strictEqual(connections, 3);
  server.close();
});
process.on('exit', () => assert.strictEqual(connections, 3));
