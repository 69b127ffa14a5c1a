'use strict';
const { step, text, call, thrown } = require('../harness.js');
const dns = require('node:dns');
const promises = require('node:dns/promises');

step('lookup', async () => {
  const { value, other } = await call((done) => dns.lookup('127.0.0.1', done));
  return text(value, other);
});
step('lookup of a family', async () => {
  const { value, other } = await call((done) => dns.lookup('localhost', 4, done));
  return text(value, other);
});
step('lookup of all', async () => {
  const { value } = await call((done) => dns.lookup('127.0.0.1', { all: true, family: 4 }, done));
  return text(value[0].address, value[0].family);
});
step('lookup as a promise', async () => {
  const found = await promises.lookup('127.0.0.1');
  return text(found.address, found.family);
});
step('lookup of an IPv6 address', async () => {
  const found = await dns.promises.lookup('::1', { family: 6 });
  return text(found.address, found.family);
});
step('lookupService', async () => {
  const { value, other } = await call((done) => dns.lookupService('127.0.0.1', 22,
    (error, host, service) => done(null, error ? error.code : typeof host, typeof service)));
  return text(value, other);
});
step('settings', () => {
  dns.setDefaultResultOrder('ipv4first');
  return text(dns.getDefaultResultOrder());
});
step('wrong arguments', () => text(thrown(() => dns.lookup('x')),
  thrown(() => dns.lookup(5, () => {})),
  thrown(() => dns.lookup('x', { family: 5 }, () => {})),
    thrown(() => dns.setDefaultResultOrder('x'))));
