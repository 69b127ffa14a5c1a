'use strict';
// Requests one after the other use one connection; one that the server closed is replaced.
// differs from Node: a second connection is opened when the first is not free at once there.
const assert = require('assert');
const { once } = require('events');
const { run } = require('./fixtures/server.js');

const sockets = new Set();
run((req, res) => {
  sockets.add(req.socket);
  res.end('x');
}, async (url) => {
  for (let i = 0; i < 5; i++)
    assert.strictEqual(await (await fetch(url)).text(), 'x');
  assert.strictEqual(sockets.size, 1);
  const [first] = sockets;
  first.destroy();
  await once(first, 'close');
  assert.strictEqual(await (await fetch(url)).text(), 'x');
  assert.strictEqual(sockets.size, 2);
  const many = await Promise.all(Array.from({ length: 10 }, async () => (await fetch(url)).text()));
  assert.strictEqual(many.join(''), 'xxxxxxxxxx');
});
