'use strict';
// What goes wrong on the way is a TypeError "fetch failed" with the reason as its cause.
const assert = require('assert');
const net = require('net');
const { once } = require('events');

(async () => {
  const failure = (cause) => (error) => {
    assert.strictEqual(error.name, 'TypeError');
    assert.strictEqual(error.message, 'fetch failed');
    for (const [name, value] of Object.entries(cause))
      assert.strictEqual(error.cause[name], value);
    return true;
  };
  let behave;
  const server = net.createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => behave(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  const url = `http://127.0.0.1:${port}`;

  behave = (socket) => socket.end();
  await assert.rejects(fetch(url), failure({ message: 'other side closed',
                                             code: 'UND_ERR_SOCKET' }));
  behave = (socket) => socket.end('no http\r\n\r\n');
  await assert.rejects(fetch(url), { message: 'fetch failed' });
  behave = (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf');
  const half = await fetch(url);
  await assert.rejects(half.text(), { name: 'TypeError', message: 'terminated' });
  server.close();
  await once(server, 'close');
  await assert.rejects(fetch(url), failure({ code: 'ECONNREFUSED', syscall: 'connect' }));
  await assert.rejects(fetch('http://127.0.0.1:25/'), failure({ message: 'bad port' }));
  await assert.rejects(fetch('gopher://x/'), failure({ message: 'unknown scheme' }));
  await assert.rejects(fetch('file:///etc/passwd'), failure({}));
  await assert.rejects(fetch('not a url'), { message: 'Failed to parse URL from not a url' });
  for (const method of ['CONNECT', 'trace', 'TRACK', 'a b'])
    await assert.rejects(fetch(url, { method }), { name: 'TypeError' });
  await assert.rejects(fetch(url, { body: 'x' }), { name: 'TypeError' });
})();
