'use strict';
// A BoundSocket is bound when it is made; a server or a client that adopts it has its address, and
// is its only owner.
const assert = require('assert');
const fs = require('fs');
const net = require('net');
const os = require('os');
const path = require('path');

const adopted = { code: 'ERR_SOCKET_HANDLE_ADOPTED' };
const any = { host: '127.0.0.1', port: 0 };

function tcp() {
  const bound = new net.BoundSocket(any);
  const { address, family, port } = bound.address();
  assert.deepStrictEqual([address, family, port > 0, bound.isPipe],
                         ['127.0.0.1', 'IPv4', true, false]);
  assert.ok(bound.fd() >= 0);
  const server = net.createServer((socket) => socket.end(`${socket.remotePort}`));
  server.listen(bound, () => {
    assert.strictEqual(server.address().port, port);
    assert.throws(() => bound.address(), adopted);
    assert.throws(() => bound.close(), adopted);
    assert.throws(() => new net.BoundSocket({ host: '127.0.0.1', port }),
                  { code: 'EADDRINUSE', syscall: 'bind' });
    const source = new net.BoundSocket(any);
    const from = source.address().port;
    const client = new net.Socket({ handle: source });
    assert.throws(() => client.connect({ port, host: '127.0.0.1', localPort: 1 }),
                  { code: 'ERR_INVALID_ARG_VALUE' });
    client.connect(port, '127.0.0.1');
    assert.strictEqual(client.localPort, from);
    client.on('data', (data) => assert.strictEqual(`${data}`, `${from}`));
    client.on('close', () => server.close());
  });
}

function pipe() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gyre-bound-'));
  const target = path.join(folder, 'to');
  const source = path.join(folder, 'from');
  const bound = new net.BoundSocket({ path: target });
  assert.strictEqual(bound.address(), target);
  assert.throws(() => new net.BoundSocket({ path: target }), { code: 'EADDRINUSE' });
  const server = net.createServer((socket) => socket.end('hello'));
  server.listen({ handle: bound }, () => {
    assert.strictEqual(server.address(), target);
    const client = new net.Socket({ handle: new net.BoundSocket({ path: source }) });
    client.connect({ path: target });
    assert.strictEqual(client.localAddress, source);
    client.resume();
    client.on('close', () => server.close(() => fs.rmSync(folder, { recursive: true })));
  });
}

function released() {
  const first = new net.BoundSocket();
  const { port } = first.address();
  first.close();
  const second = new net.BoundSocket({ port });
  assert.strictEqual(second.address().port, port);
  second[Symbol.dispose]();
  second[Symbol.dispose]();
}

assert.throws(() => new net.BoundSocket({ host: 'localhost' }), { code: 'ERR_INVALID_ARG_VALUE' });
assert.throws(() => new net.BoundSocket({ path: '/tmp/x', port: 0 }),
              { code: 'ERR_INVALID_ARG_VALUE' });
assert.throws(() => new net.BoundSocket({ host: '192.0.2.1' }), { code: 'EADDRNOTAVAIL' });
tcp();
pipe();
released();
