'use strict';
// http2.connect(): opens the socket of a client session.

const { ObjectDefineProperty, Promise, StringPrototypeSlice, SymbolFor } = primordials;
const net = require('net');
const { ClientHttp2Session } = require('internal/http2/client_session');
const { sessionOptions } = require('internal/http2/server');
const { codes } = require('internal/errors');
const { URL, requireURL } = require('internal/url');
const { validateNumber } = require('internal/validators');
const kCustomPromisify = SymbolFor('nodejs.util.promisify.custom');

function hostOf({ host, hostname }) {
  if (!hostname)
    return host || 'localhost';
  return hostname[0] === '[' ? StringPrototypeSlice.call(hostname, 1, -1) : hostname;
}

function connectSocket(protocol, port, host, options) {
  if (protocol === 'http:')
    return net.connect({ __proto__: null, noDelay: true, port, host, ...options });
  if (protocol !== 'https:')
    throw new codes.ERR_HTTP2_UNSUPPORTED_PROTOCOL(protocol);
  return require('internal/http2/secure').connect(port, host, options);
}

function connect(authority, options, listener) {
  if (typeof options === 'function') {
    listener = options;
    options = undefined;
  }
  options = sessionOptions(options);
  if (options.maxOriginSetSize !== undefined && options.maxOriginSetSize !== null)
    validateNumber(options.maxOriginSetSize, 'options.maxOriginSetSize', 0);
  const text = authority;
  if (typeof authority === 'string')
    authority = requireURL(authority);
  if (authority === null || typeof authority !== 'object')
    throw new codes.ERR_INVALID_ARG_TYPE('authority', ['string', 'Object', 'URL'], authority);
  const protocol = authority.protocol || options.protocol || 'https:';
  const port = `${authority.port !== '' && authority.port !== undefined ? authority.port :
    protocol === 'http:' ? 80 : 443}`;
  const host = hostOf(authority);
  const socket = typeof options.createConnection === 'function' ?
    options.createConnection(typeof text === 'string' ? new URL(text) : text, options) :
    connectSocket(protocol, port, host, options);
  const session = new ClientHttp2Session(options, socket);
  const name = options.servername || host;
  session._authority = `${net.isIPv6(name) ? `[${name}]` : name}:${port}`;
  session._protocol = protocol;
  if (typeof listener === 'function')
    session.once('connect', listener);
  return session;
}

ObjectDefineProperty(connect, kCustomPromisify, {
  __proto__: null,
  value: (authority, options) => new Promise((resolve, reject) => {
    const session = connect(authority, options, () => {
      session.removeListener('error', reject);
      resolve(session);
    });
    session.once('error', reject);
  }),
});

module.exports = { connect };
