'use strict';
// node:dns/promises. Wrong arguments throw at once, all else rejects.

const { ObjectDefineProperty, ObjectKeys, Promise } = primordials;
const errorCodes = require('internal/dns/error_codes');
const { assignOwn, setOwnProperty } = require('internal/util');
const { codes } = require('internal/errors');
const { validateString } = require('internal/validators');
const { describeAll, familyOf, getDefaultResultOrder, readLookup, readService,
        setDefaultResultOrder, startLookup, startService } = require('internal/dns/lookup');
const { ResolverBase, defaultMethods, getServers, methodOf, setMethods, setServers, startQuery } =
  require('internal/dns/resolver');
const { kEmptyObject } = require('internal/util');

function lookup(hostname, options) {
  const wanted = readLookup(hostname, options);
  return new Promise((resolve, reject) => {
    if (!hostname) {
      reject(new codes.ERR_INVALID_ARG_VALUE('hostname', hostname, 'must be a non-empty string'));
      return;
    }
    startLookup(wanted, (err, addresses) => {
      if (err !== null)
        reject(err);
      else if (wanted.all)
        resolve(describeAll(addresses));
      else
        resolve({ address: addresses[0], family: familyOf(addresses[0]) });
    });
  });
}

function lookupService(address, port) {
  if (arguments.length !== 2)
    throw new codes.ERR_MISSING_ARGS('address', 'port');
  const wanted = readService(address, port);
  return new Promise((resolve, reject) => {
    const err = startService(wanted, (failure, hostname, service) => {
      if (failure !== null)
        reject(failure);
      else
        resolve({ hostname, service });
    });
    if (err !== null)
      reject(err);
  });
}

class Resolver extends ResolverBase {
  constructor(options = kEmptyObject) {
    super(options);
  }

  resolve(name, rrtype) {
    return this[methodOf(rrtype === undefined ? 'A' : rrtype)](name);
  }
}
ObjectDefineProperty(Resolver.prototype, 'resolve', { __proto__: null, enumerable: true });
setMethods(Resolver, (query) => function(name, options) {
  validateString(name, 'name');
  return new Promise((resolve, reject) => {
    const err = startQuery(this, query, name, !!options?.ttl, (failure, records) => {
      if (failure !== null)
        reject(failure);
      else
        resolve(records);
    });
    if (err !== null)
      reject(err);
  });
});

module.exports = {
  lookup, lookupService, Resolver, getDefaultResultOrder, setDefaultResultOrder, setServers,
  getServers,
};
assignOwn(module.exports, errorCodes);

const methods = defaultMethods(Resolver.prototype);
// The default resolver is one of callbacks.
methods.resolve = function resolve(name, rrtype) {
  return methods[methodOf(rrtype === undefined ? 'A' : rrtype)](name);
};
const names = ObjectKeys(methods);
for (let i = 0; i < names.length; i++)
  setOwnProperty(module.exports, names[i], methods[names[i]]);
