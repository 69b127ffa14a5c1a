'use strict';
// A server that does not answer is asked as often as `tries` says, then the query fails with
// ETIMEOUT; with maxTimeout, too. A late answer to an earlier try counts.
const assert = require('assert');
const dns = require('dns');
const { answer, record, serve, u8 } = require('./fixtures/server.js');

const asked = {};
serve((query, send) => {
  asked[query.name] = (asked[query.name] ?? 0) + 1;
  if (query.name === 'marker.test' || (query.name === 'third.test' && asked[query.name] >= 3))
    send(answer(query, [record(1, u8(1, 1, 1, 1))]));
}, async (address, close) => {
  const make = (options) => {
    const resolver = new dns.promises.Resolver({ timeout: 10, tries: 3, ...options });
    resolver.setServers([address]);
    return resolver;
  };
  await assert.rejects(make().resolve4('silent.test'), { code: 'ETIMEOUT' });
  await assert.rejects(make({ maxTimeout: 10 }).resolve4('limited.test'), { code: 'ETIMEOUT' });
  // Datagrams arrive in order: when this one is answered, the server has seen the others.
  await make({ timeout: 60000 }).resolve4('marker.test');
  assert.deepStrictEqual(asked, { 'silent.test': 3, 'limited.test': 3, 'marker.test': 1 });
  const patient = make({ tries: 14, maxTimeout: 60000 });
  assert.deepStrictEqual(await patient.resolve4('third.test'), ['1.1.1.1']);
  close();
});
