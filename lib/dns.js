'use strict';
// node:dns: look-ups by the resolver of the system (internal/dns/lookup), DNS queries by c-ares
// (internal/dns/resolver, loaded when one of its functions is first called).

const { ObjectDefineProperty, ReflectApply, SymbolFor } = primordials;
const errorCodes = require('internal/dns/error_codes');
const { assignOwn } = require('internal/util');
const { codes } = require('internal/errors');
const { validateFunction, validateString } = require('internal/validators');
const {
  ADDRCONFIG, ALL, V4MAPPED, describeAll, familyOf, getDefaultResultOrder, readLookup, readService,
  setDefaultResultOrder, startLookup, startService,
} = require('internal/dns/lookup');

function lookup(hostname, options, callback) {
  if (hostname)
    validateString(hostname, 'hostname');
  if (typeof options === 'function') {
    callback = options;
    options = undefined;
  }
  // The second of two arguments is meant as the callback, unless it can be options.
  const isShort = arguments.length === 2 && callback === undefined && options !== undefined &&
    typeof options !== 'object' && typeof options !== 'number';
  validateFunction(isShort ? options : callback, 'callback');
  const wanted = readLookup(hostname, options);
  if (!hostname)
    throw new codes.ERR_INVALID_ARG_VALUE('hostname', hostname, 'must be a non-empty string');
  startLookup(wanted, (err, addresses) => {
    if (err !== null)
      callback(err);
    else if (wanted.all)
      callback(null, describeAll(addresses));
    else
      callback(null, addresses[0], familyOf(addresses[0]));
  });
  return { hostname, family: wanted.family, callback };
}
ObjectDefineProperty(lookup, SymbolFor('nodejs.util.promisify.custom'), {
  __proto__: null, enumerable: false,
  get: () => require('dns/promises').lookup,
});

function lookupService(address, port, callback) {
  if (arguments.length !== 3)
    throw new codes.ERR_MISSING_ARGS('address', 'port', 'callback');
  const wanted = readService(address, port);
  validateFunction(callback, 'callback');
  const err = startService(wanted, callback);
  if (err !== null)
    throw err;
  return { callback, hostname: address, port };
}
ObjectDefineProperty(lookupService, SymbolFor('nodejs.util.promisify.custom'), {
  __proto__: null, enumerable: false,
  get: () => require('dns/promises').lookupService,
});

const QUERIES = [
  'resolve', 'resolve4', 'resolve6', 'resolveAny', 'resolveCaa', 'resolveCname', 'resolveMx',
  'resolveNaptr', 'resolveNs', 'resolvePtr', 'resolveSoa', 'resolveSrv', 'resolveTlsa',
  'resolveTxt', 'reverse',
];

let methods;

function loadMethods() {
  const { Resolver, defaultMethods } = require('internal/dns/resolver');
  methods ??= defaultMethods(Resolver.prototype);
  return methods;
}

module.exports = {
  lookup, lookupService, getDefaultResultOrder, setDefaultResultOrder,
  setServers(servers) { require('internal/dns/resolver').setServers(servers); },
  getServers() { return require('internal/dns/resolver').getServers(); },
  ADDRCONFIG, ALL, V4MAPPED,
};
assignOwn(module.exports, errorCodes);

for (let i = 0; i < QUERIES.length; i++) {
  const name = QUERIES[i];
  ObjectDefineProperty(module.exports, name, {
    __proto__: null, configurable: true, enumerable: true, writable: true,
    value: { [name]() { return ReflectApply(loadMethods()[name], this, arguments); } }[name],
  });
}

// A property that loads its value when it is first read, and can be replaced.
function setLazy(name, load) {
  ObjectDefineProperty(module.exports, name, {
    __proto__: null, configurable: true, enumerable: true,
    get: load,
    set(value) {
      ObjectDefineProperty(module.exports, name, {
        __proto__: null, configurable: true, enumerable: true, writable: true, value,
      });
    },
  });
}
setLazy('Resolver', () => require('internal/dns/resolver').Resolver);
setLazy('promises', () => require('dns/promises'));
