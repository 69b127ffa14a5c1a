'use strict';
// https.Agent: an http.Agent whose connections use TLS.
//
// (1) Only requests with the same TLS options share a connection: getName() contains all of them.
// (2) A session that a server gives is stored under that name and offered to the server next time.
//     A session that failed is removed.

const {
  ArrayIsArray, ArrayPrototypeIndexOf, ArrayPrototypeJoin, ArrayPrototypeMap, ArrayPrototypePush,
  ArrayPrototypeShift, ArrayPrototypeSplice, JSONStringify, ObjectSetPrototypeOf, ReflectApply,
  SafeWeakMap,
} = primordials;
const { Agent: HttpAgent, lazyAgent } = require('internal/http/agent');
const { shield } = require('internal/prototypes');
const { byteView } = require('internal/util/bytes');
const { isArrayBufferView } = require('internal/util/types');

function Agent(options) {
  if (!(this instanceof Agent))
    return new Agent(options);
  options = { __proto__: null, ...options };
  options.defaultPort ??= 443;
  options.protocol ??= 'https:';
  ReflectApply(HttpAgent, this, [options]);
  this.maxCachedSessions = this.options.maxCachedSessions;
  if (this.maxCachedSessions === undefined)
    this.maxCachedSessions = 100;
  this._sessionCache = { map: {}, list: [] };
}
ObjectSetPrototypeOf(Agent.prototype, HttpAgent.prototype);
ObjectSetPrototypeOf(Agent, HttpAgent);
shield(Agent.prototype, ['maxCachedSessions', '_sessionCache']);

const proto = Agent.prototype;

// (options, callback), (port, options, callback), (port, host, options, callback)
function connectionOptions(agent, args) {
  const { 0: port, 1: host, 2: more } = args;
  const isBag = (value) => value !== null && typeof value === 'object';
  const options = { __proto__: null,
                    ...(isBag(port) ? port : isBag(host) ? host : isBag(more) ? more : null) };
  if (typeof port === 'number')
    options.port = port;
  if (typeof host === 'string')
    options.host = host;
  return options;
}

proto.createConnection = function(...args) {
  const options = connectionOptions(this, args);
  const tls = require('tls');
  // A session remembers that the server was accepted, not by whom.
  const key = hasOwnCheck(this, options) ? undefined : options._agentKey;
  if (key) {
    const session = this._getSession(key);
    if (session)
      options.session = session;
  }
  const socket = tls.connect(options);
  if (key) {
    socket.on('session', (session) => this._cacheSession(key, session));
    socket.once('close', (hadError) => {
      if (hadError)
        this._evictSession(key);
    });
  }
  return socket;
};

// ---- Names ----

// A part of a name: values, not identities.
function partOf(value) {
  if (ArrayIsArray(value))
    return ArrayPrototypeJoin.call(ArrayPrototypeMap.call(value, (one) => partOf(one)), ',');
  if (value !== null && typeof value === 'object' && !isArrayBufferView(value))
    return JSONStringify(value);
  return `${value}`;
}

// In Node's order; those with `true` are there even if they are false.
const PARTS = [
  ['ca'], ['cert'], ['clientCertEngine'], ['ciphers'], ['key'], ['pfx', 'json'],
  ['rejectUnauthorized', 'defined'], ['servername', 'other'], ['minVersion'], ['maxVersion'],
  ['secureProtocol'], ['crl'], ['honorCipherOrder', 'defined'], ['ecdhCurve'], ['dhparam'],
  ['secureOptions', 'defined'], ['sessionIdContext'], ['sigalgs', 'json'],
  ['privateKeyIdentifier'], ['privateKeyEngine'],
];

proto.getName = function(options = {}) {
  let name = ReflectApply(HttpAgent.prototype.getName, this, [options]);
  for (let i = 0; i < PARTS.length; i++) {
    const { 0: key, 1: kind } = PARTS[i];
    const value = options[key];
    name += ':';
    if (kind === 'defined' ? value !== undefined :
      kind === 'other' ? value && value !== options.host : value)
      name += kind === 'json' ? jsonOf(key, value) : partOf(value);
  }
  // A connection that one checkServerIdentity() has accepted must not serve a request with another.
  if (hasOwnCheck(this, options))
    name += `:${idOf(options.checkServerIdentity)}`;
  return name;
};

const hasOwnCheck = (agent, { checkServerIdentity }) => typeof checkServerIdentity === 'function' &&
  checkServerIdentity !== agent.options.checkServerIdentity;

const ids = new SafeWeakMap();
let lastId = 0;

function idOf(check) {
  if (!ids.has(check))
    ids.set(check, ++lastId);
  return ids.get(check);
}

// A PKCS #12 file may come with its pass phrase.
function pfxOf(value) {
  if (ArrayIsArray(value))
    return ArrayPrototypeJoin.call(ArrayPrototypeMap.call(value, (one) => pfxOf(one)), ',');
  return value?.buf !== undefined ?
    JSONStringify([hexOf(value.buf), value.passphrase]) : partOf(value);
}

const hexOf = (data) => (isArrayBufferView(data) ?
  require('internal/buffer/codec').hex.slice(byteView(data), 0, data.byteLength) : `${data}`);

const jsonOf = (key, value) => (key === 'pfx' ? pfxOf(value) : JSONStringify(value));

// ---- Sessions ----

proto._getSession = function(key) {
  return this._sessionCache.map[key];
};

proto._cacheSession = function(key, session) {
  const { list, map } = this._sessionCache;
  if (this.maxCachedSessions === 0)
    return;
  if (map[key]) {
    map[key] = session;
    return;
  }
  if (list.length >= this.maxCachedSessions)
    delete map[ArrayPrototypeShift.call(list)];
  ArrayPrototypePush.call(list, key);
  map[key] = session;
};

proto._evictSession = function(key) {
  const { list, map } = this._sessionCache;
  const at = ArrayPrototypeIndexOf.call(list, key);
  if (at === -1)
    return;
  ArrayPrototypeSplice.call(list, at, 1);
  delete map[key];
};

const globalAgent = lazyAgent((options) => new Agent(options));

module.exports = { Agent, globalAgent };
