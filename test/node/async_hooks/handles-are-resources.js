// Handles and their requests have ids, executions and an end; the handle triggers its requests.
const assert = require('node:assert');
const async_hooks = require('node:async_hooks');
const net = require('node:net');

const made = new Map();      // id -> { type, trigger, before, after, destroyed }
const hook = async_hooks.createHook({
  init(id, type, trigger, resource) {
    made.set(id, { type, trigger, resource, before: 0, after: 0, destroyed: 0 });
  },
  before(id) { if (made.has(id)) made.get(id).before++; },
  after(id) { if (made.has(id)) made.get(id).after++; },
  destroy(id) { if (made.has(id)) made.get(id).destroyed++; },
}).enable();

const ofType = (type) => [...made].filter(([, entry]) => entry.type === type);
const only = (type) => {
  const found = ofType(type);
  assert.strictEqual(found.length, 1, type);
  return found[0];
};

const server = net.createServer((socket) => {
  assert.strictEqual(async_hooks.executionAsyncId(), only('TCPSERVERWRAP')[0]);
  socket.on('data', () => {
    assert.strictEqual(async_hooks.executionAsyncResource(), socket._handle);
    socket.end();
  });
  server.close();
});
server.listen(0, '127.0.0.1', () => {
  const client = net.connect(server.address().port, '127.0.0.1', () => {
    assert.strictEqual(async_hooks.executionAsyncId(), only('TCPCONNECTWRAP')[0]);
    client.write('hello');
  });
  client.resume();
});

process.on('exit', () => {
  hook.disable();
  const [serverId] = only('TCPSERVERWRAP');
  const [, connect] = only('TCPCONNECTWRAP');
  const sockets = ofType('TCPWRAP');
  assert.strictEqual(sockets.length, 2);
  const accepted = sockets.find(([, { resource }]) => resource.constructor.name === 'TCP' &&
    sockets[0][1].resource !== resource);
  assert.strictEqual(accepted[1].trigger, serverId);
  assert.strictEqual(connect.trigger, sockets[0][0]);
  assert.ok(ofType('SHUTDOWNWRAP').some(([, { trigger }]) => trigger === accepted[0]));
  for (const type of ['TCPSERVERWRAP', 'TCPWRAP', 'TCPCONNECTWRAP', 'SHUTDOWNWRAP']) {
    for (const [id, entry] of ofType(type)) {
      assert.strictEqual(entry.before, entry.after, `${type} ${id}`);
      assert.strictEqual(entry.destroyed, 1, `${type} ${id}`);
    }
  }
});
