'use strict';
// DNS queries by c-ares: the resolvers of dns and of dns/promises.
//
// (1) A resolver has a channel of c-ares: its servers, time-outs and queries.
// (2) dns.setServers() replaces the default resolver; queries of the old one go on.
// (3) reverse() looks into /etc/hosts first. If the servers fail too, the address is not found.

const {
  ObjectDefineProperty, ReflectApply, StringPrototypeIncludes, StringPrototypeIndexOf,
  StringPrototypeLastIndexOf, StringPrototypeSlice, StringPrototypeSplit,
} = primordials;
const { observed, now, report } = require('internal/perf/observed');
const { codes, dnsException } = require('internal/errors');
const { validateFunction, validateInt32, validateString, validateUint32 } =
  require('internal/validators');
const { isIP } = require('internal/net/ip');
const { asciiName } = require('internal/dns/lookup');
const { aliasesOf } = require('internal/dns/hosts');
const { makeRecords } = require('internal/dns/records');
const { setImmediate } = require('timers');
const { kEmptyObject, setOwnProperty } = require('internal/util');

const invalidAddress = (message) =>
  setOwnProperty(new primordials.TypeError(message), 'code', 'ERR_INVALID_ARG_VALUE');

const DEFAULT_TIMEOUT = 2000;
const DEFAULT_TRIES = 4;

// Method, name of the query in errors, number of the type.
const QUERIES = [
  ['resolveAny', 'queryAny', 255],
  ['resolve4', 'queryA', 1],
  ['resolve6', 'queryAaaa', 28],
  ['resolveCaa', 'queryCaa', 257],
  ['resolveCname', 'queryCname', 5],
  ['resolveMx', 'queryMx', 15],
  ['resolveNs', 'queryNs', 2],
  ['resolveTxt', 'queryTxt', 16],
  ['resolveTlsa', 'queryTlsa', 52],
  ['resolveSrv', 'querySrv', 33],
  ['resolvePtr', 'queryPtr', 12],
  ['resolveNaptr', 'queryNaptr', 35],
  ['resolveSoa', 'querySoa', 6],
  ['reverse', 'getHostByAddr', 12],
];

// Of resolve(name, rrtype).
const METHODS = {
  __proto__: null,
  ANY: 'resolveAny', A: 'resolve4', AAAA: 'resolve6', CAA: 'resolveCaa', CNAME: 'resolveCname',
  MX: 'resolveMx', NS: 'resolveNs', TXT: 'resolveTxt', TLSA: 'resolveTlsa', SRV: 'resolveSrv',
  PTR: 'resolvePtr', NAPTR: 'resolveNaptr', SOA: 'resolveSoa',
};

function openChannel(options) {
  const { timeout = -1, tries = DEFAULT_TRIES, maxTimeout = 0 } = { __proto__: null, ...options };
  validateInt32(timeout, 'options.timeout', -1);
  validateInt32(tries, 'options.tries', 1);
  validateUint32(maxTimeout, 'options.maxTimeout');
  return internalBinding('cares').create(timeout === -1 ? DEFAULT_TIMEOUT : timeout, tries,
                                         maxTimeout);
}

class ResolverBase {
  constructor(options = kEmptyObject) {
    ObjectDefineProperty(this, '_handle', {
      __proto__: null, configurable: true, enumerable: true, writable: true,
      value: openChannel(options),
    });
  }

  cancel() {
    this._handle.cancel();
  }

  getServers() {
    return require('internal/dns/servers').showServers(this._handle.getServers());
  }

  setServers(servers) {
    const list = require('internal/dns/servers').readServers(servers);
    const failure = this._handle.setServers(list, list.length / 2);
    if (failure !== null)
      throw new codes.ERR_DNS_SET_SERVERS_FAILED(failure, servers);
  }

  setLocalAddress(ipv4, ipv6) {
    validateString(ipv4, 'ipv4');
    if (ipv6 !== undefined)
      validateString(ipv6, 'ipv6');
    const first = isIP(ipv4);
    const second = ipv6 === undefined ? 0 : isIP(ipv6);
    if (first === 0 || (ipv6 !== undefined && second === 0))
      throw invalidAddress('Invalid IP address.');
    if (first === second) {
      throw invalidAddress(`Cannot specify two IPv${first} addresses.`);
    }
    this._handle.setLocalAddress(first === 4 ? ipv4 : ipv6 ?? '0.0.0.0',
                                 first === 6 ? ipv4 : ipv6 ?? '::');
  }
}

// ---- Queries ----

// The name by which the PTR record of an address is found.
function reverseName(ip) {
  if (isIP(ip) === 4) {
    const parts = StringPrototypeSplit.call(ip, '.');
    return `${parts[3]}.${parts[2]}.${parts[1]}.${parts[0]}.in-addr.arpa`;
  }
  const groups = expandGroups(ip);
  let name = '';
  for (let i = groups.length - 1; i >= 0; i--) {
    for (let shift = 0; shift < 16; shift += 4)
      name += `${hexDigit(groups[i] >> shift & 15)}.`;
  }
  return `${name}ip6.arpa`;
}

const hexDigit = (value) => '0123456789abcdef'[value];

function readGroups(text) {
  const parts = text === '' ? [] : StringPrototypeSplit.call(text, ':');
  for (let i = 0; i < parts.length; i++)
    parts[i] = +`0x${parts[i]}`;
  return parts;
}

// The eight numbers of an IPv6 address.
function expandGroups(ip) {
  let text = StringPrototypeSplit.call(ip, '%')[0];
  if (StringPrototypeIncludes.call(text, '.')) {
    const colon = StringPrototypeLastIndexOf.call(text, ':') + 1;
    const four = StringPrototypeSplit.call(StringPrototypeSlice.call(text, colon), '.');
    const hex = (a, b) => `${hexDigit(a >> 4)}${hexDigit(a & 15)}${hexDigit(b >> 4)}` +
      `${hexDigit(b & 15)}`;
    text = `${StringPrototypeSlice.call(text, 0, colon)}${hex(+four[0], +four[1])}:` +
      `${hex(+four[2], +four[3])}`;
  }
  const gap = StringPrototypeIndexOf.call(text, '::');
  const before = readGroups(gap === -1 ? text : StringPrototypeSlice.call(text, 0, gap));
  const after = gap === -1 ? [] : readGroups(StringPrototypeSlice.call(text, gap + 2));
  const groups = [0, 0, 0, 0, 0, 0, 0, 0];
  for (let i = 0; i < before.length; i++)
    groups[i] = before[i];
  for (let i = 0; i < after.length; i++)
    groups[8 - after.length + i] = after[i];
  return groups;
}

// Whether the program ended the query.
const isEnded = (code) => code === 'ECANCELLED' || code === 'EDESTRUCTION';

// Calls done(error, records) later; returns an error that is known at once, or null.
function startQuery(resolver, query, name, ttl, done) {
  const syscall = query[1];
  const isReverse = syscall === 'getHostByAddr';
  if (isReverse && isIP(name) === 0)
    return dnsException(internalBinding('uv').UV_EINVAL, syscall, name);
  const started = observed.dns > 0 ? now() : undefined;
  const succeed = (result) => {
    if (started !== undefined)
      report(syscall, 'dns', started, { host: name, ttl, result });
    done(null, result);
  };
  const finish = (code, list) => {
    if (code === null)
      succeed(makeRecords(list, query[2], ttl));
    else
      done(dnsException(isReverse && !isEnded(code) ? 'ENOTFOUND' : code, syscall, name));
  };
  const aliases = isReverse ? aliasesOf(name, reverseName) : null; // (3)
  if (aliases !== null) {
    setImmediate(succeed, aliases);
    return null;
  }
  const queried = isReverse ? reverseName(name) : asciiName(name);
  const err = resolver._handle.query(queried, query[2], finish);
  return err === 0 ? null : dnsException(err, syscall, name);
}

function methodOf(rrtype) {
  validateString(rrtype, 'rrtype');
  const method = METHODS[rrtype];
  if (method === undefined)
    throw new codes.ERR_INVALID_ARG_VALUE('rrtype', rrtype);
  return method;
}

function setMethods(Resolver, makeMethod) {
  for (let i = 0; i < QUERIES.length; i++) {
    const method = makeMethod(QUERIES[i]);
    ObjectDefineProperty(method, 'name', {
      __proto__: null, configurable: true, value: QUERIES[i][1],
    });
    ObjectDefineProperty(Resolver.prototype, QUERIES[i][0], {
      __proto__: null, configurable: true, enumerable: true, writable: true, value: method,
    });
  }
}

class Resolver extends ResolverBase {
  constructor(options = kEmptyObject) {
    super(options);
  }

  resolve(hostname, rrtype, callback) {
    if (typeof rrtype === 'function') {
      callback = rrtype;
      rrtype = 'A';
    }
    const method = methodOf(rrtype);
    return ReflectApply(this[method], this, [hostname, callback]);
  }
}
ObjectDefineProperty(Resolver.prototype, 'resolve', { __proto__: null, enumerable: true });
setMethods(Resolver, (query) => function(name, options, callback) {
  if (arguments.length < 3) {
    callback = options;
    options = undefined;
  }
  validateString(name, 'name');
  validateFunction(callback, 'callback');
  const request = { callback, hostname: name, oncomplete: undefined };
  const err = startQuery(this, query, name, !!options?.ttl, callback);
  if (err !== null)
    throw err;
  return request;
});

// ---- The default resolver ----

let defaultResolver;

function getDefaultResolver() {
  defaultResolver ??= new Resolver();
  return defaultResolver;
}

function setServers(servers) {
  const resolver = new Resolver();
  resolver.setServers(servers);
  defaultResolver = resolver;
}

// resolve4() and the others as functions of a module: methods of the default resolver.
function defaultMethods(prototype) {
  const methods = { __proto__: null };
  const set = (name) => {
    const method = prototype[name];
    methods[name] = function() { return ReflectApply(method, getDefaultResolver(), arguments); };
    ObjectDefineProperty(methods[name], 'name', {
      __proto__: null, configurable: true, value: method.name,
    });
  };
  for (let i = 0; i < QUERIES.length; i++)
    set(QUERIES[i][0]);
  set('resolve');
  return methods;
}

const getServers = () => getDefaultResolver().getServers();

module.exports = {
  Resolver, ResolverBase, defaultMethods, getServers, methodOf, setMethods, setServers, startQuery,
};
