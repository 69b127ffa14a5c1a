'use strict';
// Strings and names inside a record that claim more bytes than the record has make a bad answer.
const assert = require('assert');
const dns = require('dns');
const { answer, record, serve, string, u16, u8 } = require('./fixtures/server.js');

const MORE = Buffer.alloc(40, 65);
const CASES = {
  resolveTxt: [16, u8(20, 65)],
  resolveCaa: [257, u8(0, 200, 65)],
  resolveNaptr: [35, Buffer.concat([u16(1), u16(1), string('s'), u8(99)])],
  resolveMx: [15, Buffer.concat([u16(1), u8(30, 65)])],
  resolveSoa: [6, u8(0, 0, 1, 2, 3)],
  resolveSrv: [33, u16(1)],
  resolveTlsa: [52, u8(1, 2)],
  resolve6: [28, u8(1)],
};
serve((query, send) => {
  const [type, data] = Object.values(CASES).find(([known]) => known === query.type);
  // A second record lies behind it, so that the message itself is long enough.
  send(answer(query, [record(type, data), record(99, MORE)]));
}, async (address, close) => {
  const resolver = new dns.promises.Resolver({ tries: 1 });
  resolver.setServers([address]);
  for (const method of Object.keys(CASES))
    await assert.rejects(resolver[method]('x.test'), { code: 'EBADRESP' }, method);
  close();
});
