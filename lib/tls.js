'use strict';
// node:tls: encrypted connections, clients and servers. Each part is loaded when it is first used,
// and OpenSSL with the first context.

const { lazy } = require('internal/prototypes');
const { firstDefaults, createSecureContext, SecureContext, getCiphers } =
  require('internal/tls/context');
const { checkServerIdentity } = require('internal/tls/identity_check');

const roots = () => require('internal/tls/roots');
const defaults = firstDefaults();
let cipherNames;

module.exports = {
  CLIENT_RENEG_LIMIT: 3,
  CLIENT_RENEG_WINDOW: 600,
  DEFAULT_CIPHERS: defaults.ciphers,
  DEFAULT_ECDH_CURVE: defaults.curve,
  DEFAULT_MIN_VERSION: defaults.min,
  DEFAULT_MAX_VERSION: defaults.max,
  getCiphers() { return primordials.ArrayPrototypeSlice.call(cipherNames ??= getCiphers()); },
  getCertificateCompressionAlgorithms() { return []; },
  get rootCertificates() { return roots().bundledCertificates(); },
  getCACertificates(type) { return roots().getCACertificates(type); },
  setDefaultCACertificates(certs) { roots().setDefaultCACertificates(certs); },
  convertALPNProtocols(protocols, out) {
    require('internal/tls/alpn').convertALPNProtocols(protocols, out);
  },
  checkServerIdentity,
  createSecureContext,
  SecureContext,
};

lazy(module.exports, 'TLSSocket', () => require('internal/tls/socket').TLSSocket);
lazy(module.exports, 'Server', () => require('internal/tls/server').Server);
lazy(module.exports, 'createServer', () => require('internal/tls/server').createServer);
lazy(module.exports, 'connect', () => require('internal/tls/connect').connect);
