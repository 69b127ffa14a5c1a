// TLS connections are TLSWRAP resources, announced after the socket below and closed with it. The
// look-up and the shutdown of a connection are triggered by them.
// differs from Node: there they are destroyed when they are collected
const assert = require('node:assert');
const { createHook } = require('node:async_hooks');
const tls = require('node:tls');
const { issue } = require('../tls/fixtures/keys');

const made = [];
const destroyed = new Set();
const hook = createHook({
  init(id, type, trigger) { made.push({ id, type, trigger }); },
  destroy(id) { destroyed.add(id); },
}).enable();
const ofType = (type) => made.filter((resource) => resource.type === type);

const { cert, key } = issue('localhost');
const server = tls.createServer({ cert, key }, (socket) => socket.on('error', () => {}));
server.listen(0, () => {
  const { port } = server.address();
  const client = tls.connect(port, 'localhost', { rejectUnauthorized: false }, () => {
    client.end();
    server.close(() => setImmediate(() => setImmediate(check)));
  });
});

function check() {
  hook.disable();
  const connections = ofType('TLSWRAP');
  assert.strictEqual(connections.length, 2);
  const sockets = ofType('TCPWRAP');
  assert.ok(sockets[0].id < connections[0].id);
  const [listening] = ofType('TCPSERVERWRAP');
  assert.strictEqual(connections[1].trigger, listening.id);
  assert.strictEqual(ofType('GETADDRINFOREQWRAP')[0].trigger, connections[0].id);
  assert.strictEqual(ofType('SHUTDOWNWRAP')[0].trigger, connections[0].id);
  for (const { id } of connections)
    assert.ok(destroyed.has(id));
}
