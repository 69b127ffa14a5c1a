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
// The type is checked before the name; resolve() of promises asks the default resolver.
assert.throws(() => dns.promises.resolve({}, 5), { ...type, message: /"rrtype"/ });
assert.throws(() => dns.promises.resolve('x', null), { ...type, message: /"rrtype"/ });
assert.rejects(dns.promises.resolve('a.onion'), { code: 'ENOTFOUND', syscall: 'queryA' });
assert.rejects(dns.promises.resolve('a.onion', 'MX'), { syscall: 'queryMx' });
assert.rejects(new dns.promises.Resolver().resolve('a.onion'), { syscall: 'queryA' });
assert.throws(() => dns.reverse('no address', () => {}),
              { code: 'EINVAL', syscall: 'getHostByAddr', hostname: 'no address' });
assert.rejects(dns.promises.reverse('no address'), { code: 'EINVAL' });
assert.throws(() => dns.promises.lookup(1), type);
assert.rejects(dns.promises.lookup(''), value);
assert.throws(() => dns.promises.lookupService('x', 1), value);
assert.throws(() => dns.lookup('x', 'y'), {
  message: 'The "callback" argument must be of type function. Received type string (\'y\')',
});
assert.throws(() => dns.lookup('x', 'y', () => {}), {
  ...type, message: 'The "options" argument must be of type object or integer. ' +
    "Received type string ('y')",
});
assert.throws(() => dns.lookup('x', 5, () => {}), value);
const resolver = new dns.Resolver();
assert.throws(() => resolver.setLocalAddress('x'), { ...value, message: 'Invalid IP address.' });
assert.throws(() => resolver.setLocalAddress('1.2.3.4', '5.6.7.8'),
              { ...value, message: 'Cannot specify two IPv4 addresses.' });
// Never sent to a server: RFC 7686.
dns.resolveMx('a.Onion', (err) => assert.strictEqual(err.message, 'queryMx ENOTFOUND a.Onion'));
