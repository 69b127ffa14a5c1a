'use strict';
// node:dns/promises: lookup() and lookupService() of node:dns as promises.

const { Promise } = primordials;
const dns = require('dns');

function lookup(hostname, options) {
  return new Promise((resolve, reject) => {
    dns.lookup(hostname, options ?? undefined, (err, address, family) => {
      if (err)
        reject(err);
      else
        resolve(options?.all ? address : { address, family });
    });
  });
}

function lookupService(address, port) {
  if (arguments.length !== 2)
    throw new (require('internal/errors').codes.ERR_MISSING_ARGS)('address', 'port');
  return new Promise((resolve, reject) => {
    dns.lookupService(address, port, (err, hostname, service) => {
      if (err)
        reject(err);
      else
        resolve({ hostname, service });
    });
  });
}

const { getDefaultResultOrder, setDefaultResultOrder } = dns;

module.exports = { lookup, lookupService, getDefaultResultOrder, setDefaultResultOrder };
