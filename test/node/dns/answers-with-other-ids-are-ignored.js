'use strict';
// An answer to a query that was not sent does not count; the right one after it does.
const assert = require('assert');
const dns = require('dns');
const { answer, record, serve, u8 } = require('./fixtures/server.js');

serve((query, send) => {
  send(answer(query, [record(1, u8(6, 6, 6, 6))], { id: query.id ^ 1 }));
  send(answer({ ...query, question: Buffer.from('\x03bad\0\0\x01\0\x01') }, []));
  send(answer(query, [record(1, u8(1, 1, 1, 1))]));
}, async (address, close) => {
  const resolver = new dns.promises.Resolver();
  resolver.setServers([address]);
  assert.deepStrictEqual(await resolver.resolve4('x.test'), ['1.1.1.1']);
  close();
});
