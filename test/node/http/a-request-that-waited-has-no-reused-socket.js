'use strict';
// reusedSocket tells that a socket was idle before the request: not for a request that has waited
// for the socket of another one.
const assert = require('assert');
const http = require('http');

const server = http.createServer((req, res) => res.end());
const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
const get = () => new Promise((resolve) => {
  const req = http.get({ port: server.address().port, agent }, (res) => {
    res.resume();
    req.on('close', () => setImmediate(resolve, req.reusedSocket));
  });
});
server.listen(0, '127.0.0.1', async () => {
  assert.deepStrictEqual(await Promise.all([get(), get(), get()]), [false, false, false]);
  assert.strictEqual(await get(), true);
  agent.destroy();
  server.close();
});
