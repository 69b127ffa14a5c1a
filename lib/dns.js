'use strict';
// node:dns: lookup() and lookupService(), by the resolver of the system (getaddrinfo, getnameinfo).

const {
  ArrayPrototypeToSpliced, ObjectDefineProperty, SafeArray, StringPrototypeIncludes, SymbolFor,
} = primordials;
const { codes, dnsException } = require('internal/errors');
const { validateBoolean, validateFunction, validateNumber, validateOneOf, validatePort,
        validateString } = require('internal/validators');
const { isIP } = require('internal/net/ip');
const binding = internalBinding('dns');

const { AI_ADDRCONFIG: ADDRCONFIG, AI_ALL: ALL, AI_V4MAPPED: V4MAPPED } = binding;
const ORDERS = ['verbatim', 'ipv4first', 'ipv6first'];
let defaultOrder = 'verbatim';

function setDefaultResultOrder(order) {
  validateOneOf(order, 'dnsOrder', ORDERS);
  defaultOrder = order;
}

function getDefaultResultOrder() {
  return defaultOrder;
}

function readOptions(options) {
  const result = { __proto__: null, hints: 0, family: 0, all: false, order: defaultOrder };
  if (options === null || typeof options !== 'object') {
    if (options != null) {
      validateOneOf(options, 'family', [0, 4, 6]);
      result.family = options;
    }
    return result;
  }
  if (options.hints != null) {
    validateNumber(options.hints, 'options.hints');
    result.hints = options.hints >>> 0;
    if ((result.hints & ~(ADDRCONFIG | ALL | V4MAPPED)) !== 0)
      throw new codes.ERR_INVALID_ARG_VALUE('hints', result.hints);
  }
  if (options.family != null) {
    const { family } = options;
    if (family === 'IPv4' || family === 'IPv6')
      result.family = family === 'IPv4' ? 4 : 6;
    else {
      validateOneOf(family, 'options.family', [0, 4, 6]);
      result.family = family;
    }
  }
  if (options.all != null) {
    validateBoolean(options.all, 'options.all');
    result.all = options.all;
  }
  if (options.verbatim != null) {
    validateBoolean(options.verbatim, 'options.verbatim');
    result.order = options.verbatim ? 'verbatim' : 'ipv4first';
  }
  if (options.order != null) {
    validateOneOf(options.order, 'options.order', ORDERS);
    result.order = options.order;
  }
  return result;
}

const familyOf = (address) => (StringPrototypeIncludes.call(address, ':') ? 6 : 4);

function sorted(addresses, order) {
  if (order === 'verbatim')
    return addresses;
  const first = order === 'ipv4first' ? 4 : 6;
  const result = new SafeArray();
  const others = new SafeArray();
  for (let i = 0; i < addresses.length; i++)
    (familyOf(addresses[i]) === first ? result : others).push(addresses[i]);
  return result.concat(others);
}

// What a callback gets that asked for all addresses.
function describeAll(addresses) {
  const list = new SafeArray();
  for (let i = 0; i < addresses.length; i++)
    list.push({ address: addresses[i], family: familyOf(addresses[i]) });
  return ArrayPrototypeToSpliced.call(list);
}

function lookup(hostname, options, callback) {
  if (hostname)
    validateString(hostname, 'hostname');
  if (typeof options === 'function') {
    callback = options;
    options = undefined;
  } else
    validateFunction(callback, 'callback');
  const { all, family, hints, order } = readOptions(options);

  const answer = (addresses) => {
    if (all)
      callback(null, describeAll(addresses));
    else
      callback(null, addresses[0], familyOf(addresses[0]));
  };
  if (!hostname)
    throw new codes.ERR_INVALID_ARG_VALUE('hostname', hostname);
  if (isIP(hostname) !== 0) {
    process.nextTick(answer, [hostname]);
    return {};
  }
  const done = (status, addresses) => {
    if (status !== 0)
      callback(dnsException(status, 'getaddrinfo', hostname));
    else if (addresses.length === 0)
      callback(dnsException('ENOTFOUND', 'getaddrinfo', hostname));
    else
      answer(sorted(addresses, order));
  };
  const err = binding.getaddrinfo(hostname, family, hints, done);
  if (err !== 0)
    process.nextTick(callback, dnsException(err, 'getaddrinfo', hostname));
  return { hostname, family, callback };
}
ObjectDefineProperty(lookup, SymbolFor('nodejs.util.promisify.custom'), {
  __proto__: null, enumerable: false,
  get: () => require('dns/promises').lookup,
});

function lookupService(address, port, callback) {
  if (arguments.length !== 3)
    throw new codes.ERR_MISSING_ARGS('address', 'port', 'callback');
  if (isIP(address) === 0)
    throw new codes.ERR_INVALID_ARG_VALUE('address', address);
  validatePort(port);
  validateFunction(callback, 'callback');
  const done = (status, host, service) => {
    if (status !== 0)
      callback(dnsException(status, 'getnameinfo', address));
    else
      callback(null, host, service);
  };
  const err = binding.getnameinfo(address, +port, done);
  if (err !== 0)
    throw dnsException(err, 'getnameinfo', address);
  return {};
}

module.exports = {
  lookup, lookupService, getDefaultResultOrder, setDefaultResultOrder, ADDRCONFIG, ALL, V4MAPPED,
  NODATA: 'ENODATA', FORMERR: 'EFORMERR', SERVFAIL: 'ESERVFAIL', NOTFOUND: 'ENOTFOUND',
  NOTIMP: 'ENOTIMP', REFUSED: 'EREFUSED', BADQUERY: 'EBADQUERY', BADNAME: 'EBADNAME',
  BADFAMILY: 'EBADFAMILY', BADRESP: 'EBADRESP', CONNREFUSED: 'ECONNREFUSED', TIMEOUT: 'ETIMEOUT',
  EOF: 'EOF', FILE: 'EFILE', NOMEM: 'ENOMEM', DESTRUCTION: 'EDESTRUCTION', BADSTR: 'EBADSTR',
  BADFLAGS: 'EBADFLAGS', NONAME: 'ENONAME', BADHINTS: 'EBADHINTS',
  NOTINITIALIZED: 'ENOTINITIALIZED', LOADIPHLPAPI: 'ELOADIPHLPAPI',
  ADDRGETNETWORKPARAMS: 'EADDRGETNETWORKPARAMS', CANCELLED: 'ECANCELLED',
};
ObjectDefineProperty(module.exports, 'promises', {
  __proto__: null, configurable: true, enumerable: true,
  get: () => require('dns/promises'),
});
