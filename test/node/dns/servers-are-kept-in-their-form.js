'use strict';
// getServers() gives what setServers() took, without the usual port; what is no address throws and
// changes nothing. dns.setServers() does not disturb queries that are under way.
const assert = require('assert');
const dns = require('dns');

dns.setServers(['1.2.3.4', '1.2.3.4:54', '::1', '[::1]:54', '[::2]:53']);
const expected = ['1.2.3.4', '1.2.3.4:54', '::1', '[::1]:54', '::2'];
assert.deepStrictEqual(dns.getServers(), expected);
assert.deepStrictEqual(dns.promises.getServers(), expected);
for (const server of ['x', '1.2.3', '1.2.3.4:', '1.2.3.4:a', '[::1', '::1::2']) {
  assert.throws(() => dns.setServers([server]),
                { code: 'ERR_INVALID_IP_ADDRESS', message: `Invalid IP address: ${server}` });
}
assert.throws(() => dns.setServers(['1.2.3.4:65536']), { code: 'ERR_SOCKET_BAD_PORT' });
assert.throws(() => dns.setServers('1.2.3.4'), { code: 'ERR_INVALID_ARG_TYPE' });
assert.deepStrictEqual(dns.getServers(), expected);

const resolver = new dns.Resolver({ timeout: 1, tries: 1 });
resolver.setServers(['127.0.0.1:1']);
resolver.resolve4('x.test', (err) => assert.ok(err.code));
assert.throws(() => resolver.setServers(['1.1.1.1']), { code: 'ERR_DNS_SET_SERVERS_FAILED' });
assert.deepStrictEqual(resolver.getServers(), ['127.0.0.1:1']);
for (const options of [{ timeout: 1.5 }, { timeout: -2 }, { tries: 0 }, { maxTimeout: -1 }])
  assert.throws(() => new dns.Resolver(options), { code: 'ERR_OUT_OF_RANGE' });
