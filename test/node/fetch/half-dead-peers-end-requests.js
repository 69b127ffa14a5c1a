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
  'does not read': [() => {}, aborted, timedOut],
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

// More than the buffers of a connection hold.
const BODY = Buffer.alloc(16 << 20);

// A request whose response fails has its time-out from the head on.
function request(port, timeout, { body, failsInBody }) {
  return new Promise((resolve, reject) => {
    const options = { port, host: '127.0.0.1', agent: false, method: body ? 'POST' : 'GET' };
    const req = http.request(options, (res) => {
      req.setTimeout(timeout);
      res.on('error', reject).on('end', resolve).resume();
    });
    if (!failsInBody)
      req.setTimeout(timeout);
    req.on('timeout', () => req.destroy()).on('error', reject).end(body);
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

async function get(port, timeout, { body }) {
  const signal = AbortSignal.timeout(timeout);
  const method = body ? 'POST' : 'GET';
  return (await fetch(`http://127.0.0.1:${port}/`, { body, method, signal })).text();
}

async function check(name, send, peer, expected, timeout) {
  const sockets = [];
  const server = net.createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => {});
    peer(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const how = { body: name === 'does not read' ? BODY : undefined,
                failsInBody: expected === cutOff };
  const error = await send(server.address().port, timeout, how).then(() => null, (error) => error);
  assert.ok(matches(error, expected), name);
  for (const socket of sockets)
    socket.resume();
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
