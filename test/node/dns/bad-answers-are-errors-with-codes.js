'use strict';
// Answers that are wrong, empty or negative give the code that tells which; none gives records.
// differs from Node: bytes behind an address are ignored there.
const assert = require('assert');
const dns = require('dns');
const { answer, record, serve, string, u8, u16 } = require('./fixtures/server.js');

const good = record(1, u8(1, 2, 3, 4));
const CASES = {
  'nothing.test': [(query) => answer(query, []), 'ENODATA'],
  'othertype.test': [(query) => answer(query, [record(16, string('x'))]), 'ENODATA'],
  'nxdomain.test': [(query) => answer(query, [], { flags: 0x8183 }), 'ENOTFOUND'],
  'servfail.test': [(query) => answer(query, [], { flags: 0x8182 }), 'ESERVFAIL'],
  'refused.test': [(query) => answer(query, [], { flags: 0x8185 }), 'EREFUSED'],
  'notimp.test': [(query) => answer(query, [], { flags: 0x8184 }), 'ENOTIMP'],
  'count.test': [(query) => answer(query, [good], { count: 2 }), 'EBADRESP'],
  'size.test': [(query) => answer(query, [good.subarray(0, -1)]), 'EBADRESP'],
  'long.test': [(query) => answer(query, [record(1, u8(1, 2, 3, 4, 5))]), 'EBADRESP'],
  'short.test': [(query) => answer(query, [record(1, u8(1, 2))]), 'EBADRESP'],
  // A name that points at itself.
  'loop.test': [(query) => answer(query, [Buffer.concat([u8(0xc0, 27), u16(1), u16(1)])]),
                'EBADRESP'],
};

serve((query, send) => send(CASES[query.name][0](query)), async (address, close) => {
  const resolver = new dns.promises.Resolver({ tries: 1 });
  resolver.setServers([address]);
  for (const [hostname, [, code]] of Object.entries(CASES)) {
    await assert.rejects(resolver.resolve4(hostname), {
      name: 'Error', code, syscall: 'queryA', hostname, errno: undefined,
      message: `queryA ${code} ${hostname}`,
    });
  }
  close();
});
