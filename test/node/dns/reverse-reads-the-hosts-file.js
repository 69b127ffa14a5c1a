'use strict';
// reverse() gives the other names of an address in /etc/hosts without a query; an address that is
// not there and for which the server has no names, or fails, is not found.
const assert = require('assert');
const dns = require('dns');
const fs = require('fs');
const { answer, serve } = require('./fixtures/server.js');

const hosts = new Map();
for (const line of fs.readFileSync('/etc/hosts', 'latin1').split('\n')) {
  const [ip, ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
  if (/^\d+\.\d+\.\d+\.\d+$/.test(ip))
    hosts.set(ip, new Set([...hosts.get(ip) ?? [], ...names]));
}

const asked = [];
serve((query, send) => {
  asked.push(query.name);
  send(answer(query, [], { flags: query.name.startsWith('8.') ? 0x8182 : 0x8180 }));
}, async (address, close) => {
  const resolver = new dns.promises.Resolver({ tries: 1 });
  resolver.setServers([address]);
  for (const [ip, names] of hosts)
    assert.deepStrictEqual(await resolver.reverse(ip), [...names].slice(1), ip);
  assert.deepStrictEqual(asked, []);
  await assert.rejects(resolver.reverse('203.0.113.7'), {
    code: 'ENOTFOUND', message: 'getHostByAddr ENOTFOUND 203.0.113.7' });
  await assert.rejects(resolver.reverse('203.0.113.8'), { code: 'ENOTFOUND' });
  assert.deepStrictEqual(asked, ['7.113.0.203.in-addr.arpa', '8.113.0.203.in-addr.arpa']);
  close();
});
