'use strict';
// dns.lookup() calls back later, for names and for addresses, and its errors name the host.
const assert = require('assert');
const dns = require('dns');

let called = 0;
let returned = false;
const later = (check) => (...results) => {
  called++;
  assert.ok(returned, 'it called back inside the call');
  check(...results);
};
dns.lookup('127.0.0.1', later((err, address, family) => {
  assert.deepStrictEqual([err, address, family], [null, '127.0.0.1', 4]);
}));
dns.lookup('::1', { all: true }, later((err, addresses) => {
  assert.ifError(err);
  assert.deepStrictEqual(addresses, [{ address: '::1', family: 6 }]);
}));
dns.lookup('localhost', { family: 4 }, later((err, address, family) => {
  assert.deepStrictEqual([err, address, family], [null, '127.0.0.1', 4]);
}));
dns.lookup('no-such-host.invalid', later((err) => {
  assert.ok(['ENOTFOUND', 'EAI_AGAIN'].includes(err.code), err.code);
  assert.strictEqual(err.message, `getaddrinfo ${err.code} no-such-host.invalid`);
  assert.strictEqual(err.hostname, 'no-such-host.invalid');
}));
returned = true;
assert.throws(() => dns.lookup('a'), { code: 'ERR_INVALID_ARG_TYPE' });
assert.throws(() => dns.lookup('a', { family: 5 }, () => {}), { code: 'ERR_INVALID_ARG_VALUE' });
process.on('exit', () => assert.strictEqual(called, 4));
