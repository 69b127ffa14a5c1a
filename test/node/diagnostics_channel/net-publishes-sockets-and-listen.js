// net publishes sockets of clients and servers, and the start, the end and errors of listen().
const assert = require('node:assert');
const dc = require('node:diagnostics_channel');
const net = require('node:net');

const seen = [];
for (const name of ['net.client.socket', 'net.server.socket',
                    'tracing:net.server.listen:asyncStart',
                    'tracing:net.server.listen:asyncEnd', 'tracing:net.server.listen:error'])
  dc.subscribe(name, (message) => seen.push([name.split(/[.:]/).at(-1), message]));

const names = () => seen.map(([name]) => name);
const server = net.createServer((socket) => socket.end());
server.listen({ port: 0, host: '127.0.0.1', mine: 1 }, () => {
  assert.deepStrictEqual(names(), ['asyncStart', 'asyncEnd']);
  assert.strictEqual(seen[0][1].server, server);
  assert.strictEqual(seen[0][1].options.mine, 1);
  const { port } = server.address();
  const second = net.createServer();
  second.on('error', (error) => {
    assert.deepStrictEqual(names().slice(2), ['asyncStart', 'error']);
    assert.strictEqual(seen[3][1].error, error);
    const client = net.connect(port, '127.0.0.1');
    assert.strictEqual(seen[4][1].socket, client);
    client.resume();
    client.on('close', () => server.close());
  });
  second.listen(port, '127.0.0.1');
});
process.on('exit', () => {
  assert.deepStrictEqual(names().slice(4), ['socket', 'socket']);
  assert.ok(seen[5][1].socket instanceof net.Socket);
});
