'use strict';
// tls.connect(): a TLSSocket that verifies its server.

const { ArrayPrototypeForEach, ObjectDefineProperty, Symbol } = primordials;
const net = require('net');
const { codes, connResetException } = require('internal/errors');
const { validateString, validateFunction } = require('internal/validators');
const { ownOptions } = require('internal/net/args');
const { TLSSocket, verifyError } = require('internal/tls/socket');
const { checkServerIdentity: ownCheck } = require('internal/tls/identity_check');
const { peerNames } = require('internal/tls/certificate');
const { createSecureContext } = require('internal/tls/context');
const { sharedContext } = require('internal/tls/shared_context');

const kOptions = Symbol('connect-options');
let hasWarned = false;

// (options, callback), (port, host, options, callback), (path, options, callback)
function normalize(args) {
  const normalized = net._normalizeArgs(args);
  const options = { __proto__: null, ...ownOptions(normalized[0]) };
  // The options that follow a port or a path.
  for (let i = 1; i < args.length && i < 3; i++) {
    if (args[i] !== null && typeof args[i] === 'object') {
      const more = args[i];
      return [{ __proto__: null, ...options, ...more }, normalized[1]];
    }
  }
  return [options, normalized[1]];
}

function allowUnauthorized() {
  const isAllowed = process.env.NODE_TLS_REJECT_UNAUTHORIZED === '0';
  if (isAllowed && !hasWarned) {
    hasWarned = true;
    process.emitWarning(
      'Setting the NODE_TLS_REJECT_UNAUTHORIZED environment variable to \'0\' makes TLS ' +
      'connections and HTTPS requests insecure by disabling certificate verification.');
  }
  return isAllowed;
}

function connect(...args) {
  const { 0: given, 1: callback } = normalize(args);
  const options = {
    __proto__: null,
    rejectUnauthorized: !allowUnauthorized(),
    ciphers: require('tls').DEFAULT_CIPHERS,
    checkServerIdentity: require('tls').checkServerIdentity,
    minDHSize: 1024,
    ...given,
  };
  if (!options.keepAlive)
    options.singleUse = true;
  validateFunction(options.checkServerIdentity, 'options.checkServerIdentity');
  if (typeof options.minDHSize !== 'number')
    throw new codes.ERR_INVALID_ARG_TYPE('options.minDHSize', 'number', options.minDHSize);
  if (options.minDHSize <= 0)
    throw new codes.ERR_INVALID_ARG_VALUE('options.minDHSize', options.minDHSize,
                                          'is not a positive number');
  if (options.servername && net.isIP(options.servername))
    throw new codes.ERR_INVALID_ARG_VALUE(
      'options.servername', options.servername,
      'Setting the TLS ServerName to an IP address is not permitted by RFC 6066');
  const context = options.secureContext || makeContext(options);
  const socket = new TLSSocket(options.socket, socketOptions(options, context));
  prepare(socket, options, callback);
  if (!options.socket)
    open(socket, options);
  socket._releaseControl();
  if (options.session)
    socket.setSession(options.session);
  if (options.servername) {
    validateString(options.servername, 'options.servername');
    socket.setServername(options.servername);
  }
  if (options.socket && options.socket.connecting === false)
    socket._start();
  return socket;
}

// A program may have replaced the function.
function makeContext(options) {
  const { createSecureContext: create } = require('tls');
  return create === createSecureContext ? sharedContext(options, create) : create(options);
}

function socketOptions(options, context) {
  return {
    __proto__: null,
    allowHalfOpen: options.socket ? options.socket.allowHalfOpen : !!options.allowHalfOpen,
    pipe: !!options.path,
    secureContext: context,
    isServer: false,
    startsAtOnce: true,
    requestCert: true,
    rejectUnauthorized: options.rejectUnauthorized !== false,
    ALPNProtocols: options.ALPNProtocols,
    requestOCSP: options.requestOCSP,
    enableTrace: options.enableTrace,
    pskCallback: checkedPsk(options.pskCallback),
    highWaterMark: options.highWaterMark,
    onread: options.onread,
    signal: options.signal,
    noDelay: options.noDelay, keepAlive: options.keepAlive,
    keepAliveInitialDelay: options.keepAliveInitialDelay,
  };
}

function checkedPsk(callback) {
  if (callback)
    validateFunction(callback, 'pskCallback');
  return callback;
}

function prepare(socket, options, callback) {
  options.rejectUnauthorized = options.rejectUnauthorized !== false;
  ObjectDefineProperty(socket, kOptions, { __proto__: null, value: options });
  if (callback)
    socket.once('secureConnect', callback);
  socket.on('secure', onSecure); // again after a renegotiation
  socket.prependListener('end', onEnd);
}

function open(socket, options) {
  if (socket.destroyed) // by a signal
    return;
  if (options.timeout)
    socket.setTimeout(options.timeout);
  socket.connect(options, null);
}

// ---- After the handshake ----

const hostOf = (options) =>
  options.servername || options.host || options.socket?._host || 'localhost';

function onSecure() {
  const options = this[kOptions];
  if (!this.ssl) // another listener has destroyed it
    return;
  let failure = dhFailure(this, options);
  if (failure !== null) {
    this._emitTLSError(failure);
    this.destroy();
    return;
  }
  failure = verifyError(this);
  if (failure === null && !this.isSessionReused() && hasCertificate(this)) {
    failure = identityFailure(this, options);
  }
  if (failure) {
    this.authorized = false;
    this.authorizationError = failure.code || failure.message;
    // A session with a server that is not trusted is of no use.
    if (options.rejectUnauthorized) {
      this.destroy(failure);
      return;
    }
  } else
    this.authorized = true;
  this.secureConnecting = false;
  this.removeListener('end', onEnd);
  this.emit('secureConnect');
  if (!this.destroyed)
    this._releaseSession();
}

// The whole certificate is a tenth of a handshake: it is read for a function of the program's, and
// for the error, which has it.
function identityFailure(socket, options) {
  const { checkServerIdentity } = options;
  const host = hostOf(options);
  if (checkServerIdentity === ownCheck && isIdentified(host, socket.ssl))
    return null;
  return options.checkServerIdentity(host, socket.getPeerCertificate(true)) ?? null;
}

function isIdentified(host, handle) {
  try {
    return ownCheck(host, peerNames(handle)) === undefined;
  } catch {
    return false; // it throws again with the whole certificate
  }
}

function dhFailure(socket, { minDHSize }) {
  const info = socket.getEphemeralKeyInfo();
  return info?.type === 'DH' && info.size < minDHSize ?
    new codes.ERR_TLS_DH_PARAM_SIZE(info.size) : null;
}

function hasCertificate(socket) {
  return internalBinding('tls').hasPeerCertificate(socket.ssl.native);
}

// The server closed the connection before the handshake was done.
function onEnd() {
  const options = this[kOptions];
  if (this._hadError)
    return;
  this._hadError = true;
  const err = connResetException('Client network socket disconnected before secure TLS ' +
                                 'connection was established');
  ArrayPrototypeForEach.call(['path', 'host', 'port', 'localAddress'],
                             (name) => { err[name] = options[name]; });
  this.destroy(err);
}

module.exports = { connect };
