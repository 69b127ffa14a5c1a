'use strict';
// lookup() and lookupService(): the resolver of the system (getaddrinfo, getnameinfo).
//
// (1) Look-ups run in the slow lane of the pool: a look-up that hangs does not delay files or
//     hashes.

const { ArrayPrototypeToSpliced, SafeArray, StringPrototypeIncludes } = primordials;
const { codes, dnsException } = require('internal/errors');
const { validateBoolean, validateNumber, validateOneOf, validatePort, validateString } =
  require('internal/validators');
const { isIP } = require('internal/net/ip');
const { observed, now, report } = require('internal/perf/observed');
const { get: getOption } = internalBinding('options');
const binding = internalBinding('dns');

const { AI_ADDRCONFIG: ADDRCONFIG, AI_ALL: ALL, AI_V4MAPPED: V4MAPPED } = binding;
const ORDERS = ['verbatim', 'ipv4first', 'ipv6first'];
const FAMILIES = [0, 4, 6];
let defaultOrder = getOption('--dns-result-order') ?? 'verbatim';

function setDefaultResultOrder(order) {
  validateOneOf(order, 'dnsOrder', ORDERS);
  defaultOrder = order;
}

function getDefaultResultOrder() {
  return defaultOrder;
}

function readFamily(family) {
  if (family === 'IPv4' || family === 'IPv6')
    return family === 'IPv4' ? 4 : 6;
  validateOneOf(family, 'options.family', FAMILIES);
  return family;
}

function readHints(hints) {
  validateNumber(hints, 'options.hints');
  hints >>>= 0;
  if ((hints & ~(ADDRCONFIG | ALL | V4MAPPED)) !== 0)
    throw new codes.ERR_INVALID_ARG_VALUE('hints', hints);
  return hints;
}

// Checks and normalizes the arguments of a look-up.
function readLookup(hostname, options) {
  if (hostname)
    validateString(hostname, 'hostname');
  const result = {
    __proto__: null, hostname, hints: 0, family: 0, all: false, order: defaultOrder,
  };
  if (options === null || typeof options !== 'object') {
    if (options != null) {
      if (typeof options !== 'number')
        throw new codes.ERR_INVALID_ARG_TYPE('options', ['integer', 'object'], options);
      validateOneOf(options, 'family', FAMILIES);
      result.family = options;
    }
    return result;
  }
  if (options.hints != null)
    result.hints = readHints(options.hints);
  if (options.family != null)
    result.family = readFamily(options.family);
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

// The result of a look-up with the option `all`.
function describeAll(addresses) {
  const list = new SafeArray();
  for (let i = 0; i < addresses.length; i++)
    list.push({ address: addresses[i], family: familyOf(addresses[i]) });
  return ArrayPrototypeToSpliced.call(list);
}

// Calls done(error, addresses) later. `wanted` is of readLookup().
function startLookup(wanted, done) {
  const { hostname, family, hints, order } = wanted;
  if (isIP(hostname) !== 0) {
    process.nextTick(done, null, [hostname]);
    return;
  }
  const finish = (status, addresses) => {
    if (status !== 0)
      done(dnsException(status, 'getaddrinfo', hostname));
    else if (addresses.length === 0)
      done(dnsException('ENOTFOUND', 'getaddrinfo', hostname));
    else {
      const result = sorted(addresses, order);
      if (started !== undefined) {
        report('lookup', 'dns', started, {
          hostname, family, hints, verbatim: order === 'verbatim', order,
          addresses: wanted.all ? describeAll(result) : result,
        });
      }
      done(null, result);
    }
  };
  const started = observed.dns > 0 ? now() : undefined;
  const err = binding.getaddrinfo(asciiName(hostname), family, hints, finish);
  if (err !== 0)
    process.nextTick(done, dnsException(err, 'getaddrinfo', hostname));
}

// Names with other characters than ASCII's are sent as "xn--…".
function asciiName(name) {
  for (let i = 0; i < name.length; i++) {
    if (name[i] > '\x7f')
      return require('url').domainToASCII(name);
  }
  return name;
}

function readService(address, port) {
  validateString(address, 'address');
  if (isIP(address) === 0)
    throw new codes.ERR_INVALID_ARG_VALUE('address', address);
  validatePort(port);
  return { __proto__: null, address, port: +port };
}

// Calls done(error, hostname, service) later; returns an error that is known at once, or null.
function startService({ address, port }, done) {
  const finish = (status, hostname, service) => {
    if (status !== 0)
      done(dnsException(status, 'getnameinfo', address));
    else {
      if (started !== undefined)
        report('lookupService', 'dns', started, { host: address, port, hostname, service });
      done(null, hostname, service);
    }
  };
  const started = observed.dns > 0 ? now() : undefined;
  const err = binding.getnameinfo(address, port, finish);
  return err === 0 ? null : dnsException(err, 'getnameinfo', address);
}

module.exports = {
  ADDRCONFIG, ALL, V4MAPPED, asciiName, describeAll, familyOf, getDefaultResultOrder, readLookup,
  readService, setDefaultResultOrder, startLookup, startService,
};
