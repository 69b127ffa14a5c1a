'use strict';
// resolve*() give the records of their type in the form of Node's, by callbacks and as promises.
// differs from Node: its resolveAny() leaves TLSA records out, which its documentation lists
const assert = require('assert');
const dns = require('dns');
const { answer, name, record, serve, string, u16, u32, u8 } = require('./fixtures/server.js');

const RECORDS = {
  1: [record(1, u8(1, 2, 3, 4), 123)],
  28: [record(28, Buffer.from('20010db8000000000000000000000001', 'hex'), 7)],
  2: [record(2, name('ns.test'))],
  5: [record(5, name('other.test')), record(5, name('another.test'))],
  6: [record(6, Buffer.concat([name('ns.test'), name('admin.test'),
                               ...[4000000000, 2, 3, 4, 5].map(u32)]))],
  12: [record(12, name('host.test'))],
  15: [record(15, Buffer.concat([u16(10), name('mail.test')]))],
  16: [record(16, Buffer.concat([string('one'), string('two')])), record(16, string(''))],
  33: [record(33, Buffer.concat([u16(1), u16(2), u16(443), name('srv.test')]))],
  35: [record(35, Buffer.concat([u16(30), u16(100), string('s'), string('SIP+D2U'), string(''),
                                 name('_sip.test')]))],
  52: [record(52, u8(3, 1, 1, 0xaa, 0xbb))],
  257: [record(257, Buffer.concat([u8(128), string('issue'), Buffer.from('ca.test')]))],
};
const soa = { nsname: 'ns.test', hostmaster: 'admin.test', serial: 4000000000, refresh: 2, retry: 3,
              expire: 4, minttl: 5, type: undefined };
const tlsa = { certUsage: 3, selector: 1, match: 1, data: new Uint8Array([0xaa, 0xbb]).buffer };
const naptr = { flags: 's', service: 'SIP+D2U', regexp: '', replacement: '_sip.test', order: 30,
                preference: 100, type: undefined };
const srv = { name: 'srv.test', port: 443, priority: 1, weight: 2, type: 'SRV' };
const EXPECTED = {
  resolve4: ['1.2.3.4'], resolve6: ['2001:db8::1'], resolveNs: ['ns.test'],
  resolveCname: ['other.test'], resolveSoa: soa, resolvePtr: ['host.test'],
  resolveMx: [{ exchange: 'mail.test', priority: 10, type: 'MX' }],
  resolveTxt: [['one', 'two'], ['']],
  resolveSrv: [srv], resolveNaptr: [naptr], resolveTlsa: [tlsa],
  resolveCaa: [{ critical: 128, type: 'CAA', issue: 'ca.test' }],
};

serve((query, send) => {
  const { 5: alias, ...others } = RECORDS;    // a name with an alias has no other records
  const records = query.type === 255 ? Object.values(others).flat() : RECORDS[query.type];
  send(answer(query, records));
}, async (address, close) => {
  const resolver = new dns.Resolver();
  const promises = new dns.promises.Resolver();
  resolver.setServers([address]);
  promises.setServers([address]);
  for (const [method, expected] of Object.entries(EXPECTED)) {
    assert.deepStrictEqual(await promises[method]('x.test'), expected, method);
    const [err, found] = await new Promise((resolve) => {
      resolver[method]('x.test', (...results) => resolve(results));
    });
    assert.strictEqual(err, null);
    assert.deepStrictEqual(found, expected, method);
  }
  assert.deepStrictEqual(await promises.resolve4('x.test', { ttl: true }),
                         [{ address: '1.2.3.4', ttl: 123 }]);
  assert.deepStrictEqual(await promises.resolve('x.test', 'MX'), EXPECTED.resolveMx);
  assert.deepStrictEqual(await promises.resolve('x.test'), ['1.2.3.4']);
  assert.deepStrictEqual(await promises.reverse('192.0.2.1'), ['host.test']);
  assert.deepStrictEqual(await promises.reverse('2001:db8::1'), ['host.test']);
  const any = await promises.resolveAny('x.test');
  const of = (type) => any.filter((found) => found.type === type);
  assert.deepStrictEqual(of('A'), [{ address: '1.2.3.4', ttl: 123, type: 'A' }]);
  assert.deepStrictEqual(of('SOA'), [{ ...soa, type: 'SOA' }]);
  assert.deepStrictEqual(of('TXT')[0], { entries: ['one', 'two'], type: 'TXT' });
  assert.deepStrictEqual(of('NS'), [{ value: 'ns.test', type: 'NS' }]);
  assert.deepStrictEqual(of('TLSA'), [{ ...tlsa, type: 'TLSA' }]);
  assert.strictEqual(any.length, 12);
  close();
});
