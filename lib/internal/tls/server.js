'use strict';
// tls.Server: a net.Server whose connections are TLSSockets. A connection is reported when its
// handshake is done.

const {
  ArrayPrototypeJoin, ArrayPrototypePush, ObjectSetPrototypeOf, ReflectApply, RegExpPrototypeExec,
  SafeRegExp, StringPrototypeReplace, StringPrototypeReplaceAll, StringPrototypeSlice, Symbol,
  SymbolFor,
} = primordials;
const { shield } = require('internal/prototypes');
const net = require('net');
const { codes, connResetException } = require('internal/errors');
const { validateBuffer, validateFunction, validateNumber, validateString } =
  require('internal/validators');
const { TLSSocket, verifyError } = require('internal/tls/socket');

const HANDSHAKE_TIMEOUT = 120 * 1000;
const kErrorEmitted = Symbol('error-emitted');
const kSNICallback = Symbol('snicallback');
const kContexts = Symbol('contexts');

function Server(options, listener) {
  if (!(this instanceof Server))
    return new Server(options, listener);
  if (typeof options === 'function') {
    listener = options;
    options = {};
  } else if (options == null || typeof options === 'object')
    options = options ?? {};
  else
    throw new codes.ERR_INVALID_ARG_TYPE('options', 'Object', options);
  ReflectApply(net.Server, this, [options, onConnection]);
  this[kContexts] = [];
  this[kSNICallback] = options.SNICallback;
  this.setSecureContext(options);
  if (options.ALPNProtocols) {
    if (options.ALPNCallback)
      throw new codes.ERR_TLS_ALPN_CALLBACK_WITH_PROTOCOLS();
    require('internal/tls/alpn').convertALPNProtocols(options.ALPNProtocols, this);
  }
  if (options.ALPNCallback) {
    validateFunction(options.ALPNCallback, 'options.ALPNCallback');
    this.ALPNCallback = options.ALPNCallback;
  }
  storeOptions(this, options);
  if (listener)
    this.on('secureConnection', listener);
}
ObjectSetPrototypeOf(Server.prototype, net.Server.prototype);
ObjectSetPrototypeOf(Server, net.Server);

const proto = Server.prototype;
shield(proto, ['ALPNProtocols', 'ALPNCallback']); // for all connections: never inherited

function storeOptions(server, options) {
  const { handshakeTimeout, pskCallback, pskIdentityHint, SNICallback } = options;
  server.requestCert = options.requestCert === true;
  server.rejectUnauthorized = options.rejectUnauthorized !== false;
  server._handshakeTimeout = handshakeTimeout || HANDSHAKE_TIMEOUT;
  if (handshakeTimeout !== undefined)
    validateNumber(handshakeTimeout, 'options.handshakeTimeout');
  if (SNICallback !== undefined && SNICallback !== null)
    validateFunction(SNICallback, 'options.SNICallback');
  server._SNICallback = SNICallback ?? chooseContext;
  server.enableTrace = options.enableTrace;
  server._pauseOnConnect = !!options.pauseOnConnect;
  if (pskCallback)
    validateFunction(pskCallback, 'options.pskCallback');
  server._pskCallback = pskCallback;
  if (pskIdentityHint)
    validateString(pskIdentityHint, 'options.pskIdentityHint');
  server._pskIdentityHint = pskIdentityHint;
}

const CONTEXT_OPTIONS = [
  'pfx', 'key', 'passphrase', 'cert', 'clientCertEngine', 'ca', 'minVersion', 'maxVersion',
  'secureProtocol', 'crl', 'ciphers', 'ecdhCurve', 'dhparam', 'sigalgs', 'secureOptions',
  'honorCipherOrder', 'sessionIdContext', 'sessionTimeout', 'ticketKeys', 'privateKeyIdentifier',
  'privateKeyEngine', 'allowPartialTrustChain', 'certificateCompression',
];

proto.setSecureContext = function(options) {
  if (options === null || typeof options !== 'object')
    throw new codes.ERR_INVALID_ARG_TYPE('options', 'Object', options);
  const chosen = { __proto__: null };
  for (let i = 0; i < CONTEXT_OPTIONS.length; i++) {
    const name = CONTEXT_OPTIONS[i];
    this[name] = undefined;
    if (options[name])
      chosen[name] = this[name] = options[name];
  }
  this.honorCipherOrder = options.honorCipherOrder !== undefined ? !!options.honorCipherOrder :
    true;
  chosen.honorCipherOrder = this.honorCipherOrder;
  if (chosen.sessionIdContext === undefined)
    chosen.sessionIdContext = this.sessionIdContext = defaultSessionId();
  this._sharedCreds = require('internal/tls/context').createSecureContext(chosen);
  if (options.ticketKeys) {
    this.ticketKeys = options.ticketKeys;
    this.setTicketKeys(options.ticketKeys);
  }
};

// A default id per program: sessions of one program are not valid in another.
function defaultSessionId() {
  const text = ArrayPrototypeJoin.call(process.argv, ' ');
  return StringPrototypeSlice.call(
    require('crypto').createHash('sha1').update(text).digest('hex'), 0, 32);
}

proto._getServerData = function() {
  const { hex } = require('internal/buffer/codec');
  return { ticketKeys: hex.slice(this.getTicketKeys(), 0, 48) };
};

proto._setServerData = function(data) {
  this.setTicketKeys(require('internal/buffer').bufferFrom(data.ticketKeys, 'hex'));
};

proto.getTicketKeys = function() {
  return this._sharedCreds.context.getTicketKeys();
};

proto.setTicketKeys = function(keys) {
  validateBuffer(keys);
  if (keys.byteLength !== 48)
    throw new codes.ERR_INTERNAL_ASSERTION('Session ticket keys must be a 48-byte buffer');
  this._sharedCreds.context.setTicketKeys(require('internal/util/bytes').byteView(keys));
};

// ---- Contexts by name ----

const SPECIAL = new SafeRegExp('[.?+^$|{}()\\[\\]\\\\]', 'g');

proto.addContext = function(servername, context) {
  if (!servername)
    throw new codes.ERR_TLS_REQUIRED_SERVER_NAME();
  const escaped = StringPrototypeReplace.call(servername, SPECIAL, '\\$&');
  const pattern = new SafeRegExp(
    `^${StringPrototypeReplaceAll.call(escaped, '*', '[^.]*')}$`, 'i');
  const { SecureContext, createSecureContext } = require('internal/tls/context');
  const secure = context instanceof SecureContext ? context : createSecureContext(context);
  ArrayPrototypePush.call(this[kContexts], [pattern, secure.context]);
};

// The last one added that matches.
function chooseContext(servername, callback) {
  const contexts = this.server[kContexts];
  for (let i = contexts.length - 1; i >= 0; i--) {
    if (RegExpPrototypeExec.call(contexts[i][0], servername) !== null) {
      callback(null, contexts[i][1]);
      return;
    }
  }
  callback(null, undefined);
}

// ---- Connections ----

function connectionOf(server, rawSocket) {
  return new TLSSocket(rawSocket, {
    __proto__: null,
    secureContext: server._sharedCreds,
    isServer: true,
    server,
    requestCert: server.requestCert,
    rejectUnauthorized: server.rejectUnauthorized,
    handshakeTimeout: server._handshakeTimeout,
    ALPNProtocols: server.ALPNProtocols,
    ALPNCallback: server.ALPNCallback,
    SNICallback: server[kSNICallback] ||
      (server[kContexts].length > 0 ? chooseContext : undefined),
    enableTrace: server.enableTrace,
    pauseOnConnect: server._pauseOnConnect,
    pskCallback: server._pskCallback,
    pskIdentityHint: server._pskIdentityHint,
    highWaterMark: server.highWaterMark,
  });
}

function onConnection(rawSocket) {
  let socket;
  try {
    socket = connectionOf(this, rawSocket);
  } catch (err) { // there is no memory for it: the others go on
    rawSocket.destroy();
    this.emit('tlsClientError', err, rawSocket);
    return;
  }
  socket.server = this;
  socket[kErrorEmitted] = false;
  socket.on('secure', onSecure);
  socket.on('close', onClose);
  socket.on('_tlsError', onError);
  if (socket._pskHintFailed)
    socket._failHandshake(new codes.ERR_TLS_PSK_SET_IDENTITY_HINT_FAILED());
}

function onSecure() {
  const { server } = this._tlsOptions;
  if (this._requestCert) {
    const failure = verifyError(this);
    if (failure) {
      this.authorizationError = failure.code;
      if (this._rejectUnauthorized) {
        this.destroy();
        return;
      }
    } else
      this.authorized = true;
  }
  if (!this.destroyed && this._releaseControl()) {
    this.removeListener('_tlsError', onError);
    server.emit('secureConnection', this);
  }
}

// It was closed before the handshake was done.
function onClose() {
  const { server } = this._tlsOptions;
  if (this._controlReleased || this[kErrorEmitted])
    return;
  this[kErrorEmitted] = true;
  const failure = connResetException('socket hang up');
  server.emit('tlsClientError', failure, this);
}

function onError(err) {
  if (this._controlReleased || this[kErrorEmitted])
    return;
  this[kErrorEmitted] = true;
  this._tlsOptions.server.emit('tlsClientError', err, this);
}

proto[SymbolFor('nodejs.rejection')] = function(err, event, socket) {
  if (event === 'secureConnection')
    socket.destroy(err);
  else
    ReflectApply(net.Server.prototype[SymbolFor('nodejs.rejection')], this, [err, event, socket]);
};

function createServer(options, listener) {
  return new Server(options, listener);
}

module.exports = { Server, createServer };
