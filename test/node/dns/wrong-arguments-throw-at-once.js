'use strict';
// Wrong names, types and callbacks throw inside the call, also where a promise is the result.
const assert = require('assert');
const dns = require('dns');

const type = { code: 'ERR_INVALID_ARG_TYPE' };
const value = { code: 'ERR_INVALID_ARG_VALUE' };
assert.throws(() => dns.resolve4([], () => {}), type);
assert.throws(() => dns.resolve4('x'), type);
assert.throws(() => dns.promises.resolve4(5), type);
assert.throws(() => dns.resolve('x', 'BAD', () => {}), value);
assert.throws(() => dns.promises.resolve('x', 'BAD'), value);
assert.throws(() => dns.resolve('x', {}, () => {}), type);
assert.throws(() => dns.reverse('no address', () => {}),
              { code: 'EINVAL', syscall: 'getHostByAddr', hostname: 'no address' });
assert.rejects(dns.promises.reverse('no address'), { code: 'EINVAL' });
assert.throws(() => dns.promises.lookup(1), type);
assert.rejects(dns.promises.lookup(''), value);
assert.throws(() => dns.promises.lookupService('x', 1), value);
// Never sent to a server: RFC 7686.
dns.resolveMx('a.Onion', (err) => assert.strictEqual(err.message, 'queryMx ENOTFOUND a.Onion'));
