'use strict';
// A peer that stays silent, stops reading, closes or resets in the middle: fetch() and
// http.request() fail with the reason, each in its own words, and leave no connection behind.
const assert = require('assert');
const http = require('http');
const net = require('net');
const { once } = require('events');

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n';
const aborted = { name: 'TimeoutError' };
const closed = { name: 'TypeError', message: 'fetch failed',
                 cause: { message: 'other side closed', code: 'UND_ERR_SOCKET' } };
const cut = { name: 'TypeError', message: 'terminated',
              cause: { message: 'other side closed', code: 'UND_ERR_SOCKET' } };
const timedOut = { code: 'ECONNRESET', message: 'socket hang up' };
const hungUp = timedOut;
const cutOff = { code: 'ECONNRESET', message: 'aborted' };

// What the peer does with a connection; what fetch() and what http.request() say.
const PEERS = {
  'is silent': [(socket) => socket.resume(), aborted, timedOut],
  'does not read': [(socket) => setTimeout(() => socket.resume(), 200), aborted, timedOut],
  'closes without an answer': [
    (socket) => socket.once('data', () => socket.end()), closed, hungUp,
  ],
  'resets': [
    (socket) => socket.once('data', () => socket.resetAndDestroy()),
    { message: 'fetch failed', cause: { code: 'ECONNRESET', message: 'read ECONNRESET' } },
    { code: 'ECONNRESET', message: 'read ECONNRESET' },
  ],
  'stops in the head': [
    (socket) => socket.once('data', () => socket.write(HEAD.slice(0, 20))), aborted, timedOut,
  ],
  'stops in the body': [
    (socket) => socket.once('data', () => socket.write(`${HEAD}abc`)), aborted, cutOff,
  ],
  'closes in the body': [
    (socket) => socket.once('data', () => socket.end(`${HEAD}abc`)), cut, cutOff,
  ],
  'closes in a chunk': [
    (socket) => socket.once('data', () =>
      socket.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab')), cut, cutOff,
  ],
};

function request(port, timeout) {
  return new Promise((resolve, reject) => {
    const req = http.request({ port, host: '127.0.0.1', agent: false, timeout }, (res) => {
      res.on('error', reject).on('end', resolve).resume();
    });
    req.on('timeout', () => req.destroy()).on('error', reject).end();
  });
}

function matches(error, expected) {
  for (const [name, value] of Object.entries(expected)) {
    if (name === 'cause')
      matches(error.cause, value);
    else
      assert.strictEqual(error[name], value);
  }
  return true;
}

async function get(port, timeout) {
  const signal = AbortSignal.timeout(timeout);
  return (await fetch(`http://127.0.0.1:${port}/`, { signal })).text();
}

async function check(name, send, peer, expected, timeout) {
  const server = net.createServer((socket) => {
    socket.on('error', () => {});
    peer(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const error = await send(server.address().port, timeout).then(() => null, (error) => error);
  assert.ok(matches(error, expected), name);
  server.close();
  await once(server, 'close'); // when no connection is left
}

(async () => {
  for (const [name, [peer, ofFetch, ofRequest]] of Object.entries(PEERS)) {
    const timeout = ofFetch === aborted ? 50 : 60_000;
    await check(name, get, peer, ofFetch, timeout);
    await check(name, request, peer, ofRequest, timeout);
  }
})();
