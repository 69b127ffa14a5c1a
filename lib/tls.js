'use strict';
// node:tls: encrypted connections, clients and servers. Each part is loaded when it is first used,
// and OpenSSL with the first context.

const { ObjectDefineProperty } = primordials;
const { firstDefaults, createSecureContext, SecureContext, getCiphers } =
  require('internal/tls/context');

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
  checkServerIdentity(hostname, cert) {
    return require('internal/tls/identity').checkServerIdentity(hostname, cert);
  },
  createSecureContext,
  SecureContext,
};

function lazy(name, load) {
  ObjectDefineProperty(module.exports, name, {
    __proto__: null, configurable: true, enumerable: true, get: load,
    set(value) {
      ObjectDefineProperty(this, name, { __proto__: null, configurable: true, enumerable: true,
                                          writable: true, value });
    },
  });
}
lazy('TLSSocket', () => require('internal/tls/socket').TLSSocket);
lazy('Server', () => require('internal/tls/server').Server);
lazy('createServer', () => require('internal/tls/server').createServer);
lazy('connect', () => require('internal/tls/connect').connect);
