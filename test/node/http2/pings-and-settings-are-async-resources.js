// The callback of a ping, also of one that is refused, and of settings runs as a resource of its
// own.
'use strict';
const assert = require('assert');
const { createHook } = require('async_hooks');
const http2 = require('http2');

const types = new Map();
const counts = { HTTP2PING: [0, 0, 0], HTTP2SETTINGS: [0, 0, 0] };
const count = (id, at) => types.has(id) && counts[types.get(id)][at]++;
createHook({
  init(id, type) {
    if (type in counts)
      types.set(id, type);
  },
  before(id) { count(id, 0); },
  after(id) { count(id, 1); },
  destroy(id) { count(id, 2); },
}).enable();

const server = http2.createServer();
server.listen(0, () => {
  const client = http2.connect(`http://localhost:${server.address().port}`,
                               { maxOutstandingPings: 1 });
  client.on('connect', () => {
    client.ping(() => {});
    client.ping((err) => assert.strictEqual(err.code, 'ERR_HTTP2_PING_CANCEL'));
    client.settings({ maxFrameSize: 20000 }, () => setImmediate(() => {
      client.close(() => server.close());
    }));
  });
});
process.on('exit', () => {
  assert.deepStrictEqual(counts.HTTP2PING, [2, 2, 2]);
  assert.ok(counts.HTTP2SETTINGS.every((n) => n >= 1));
});
