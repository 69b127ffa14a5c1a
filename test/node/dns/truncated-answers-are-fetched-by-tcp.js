'use strict';
// An answer that says it is truncated is fetched by TCP, as long as it is.
const assert = require('assert');
const dns = require('dns');
const { answer, record, serve, u8 } = require('./fixtures/server.js');

const many = Array.from({ length: 3000 }, (_, i) => record(1, u8(10, 0, i >> 8, i & 255)));
const ways = [];
serve((query, send, protocol) => {
  ways.push(protocol);
  send(protocol === 'udp' ? answer(query, [], { flags: 0x8380 }) : answer(query, many));
}, async (address, close) => {
  const resolver = new dns.promises.Resolver();
  resolver.setServers([address]);
  const found = await resolver.resolve4('x.test');
  assert.strictEqual(found.length, 3000);
  assert.strictEqual(found[2999], '10.0.11.183');
  assert.deepStrictEqual(ways, ['udp', 'tcp']);
  close();
});
