'use strict';
// TLSSocket: a net.Socket whose handle encrypts.
//
// (1) `ssl` is the TLSHandle from the constructor to the end. It becomes `_handle` as soon as there
//     is something below it: at once over a socket or stream, otherwise when the socket has
//     connected.
// (2) An error of a server's socket before 'secureConnection' does not belong to the program: it is
//     emitted as '_tlsError', which the server reports as 'tlsClientError'. _releaseControl() ends
//     that.
// (3) When the handshake stops for an answer of JavaScript, resume() of the handle gives it,
//     exactly once.

const {
  ArrayPrototypeIndexOf, ArrayPrototypeJoin, ObjectDefineProperty, ObjectKeys,
  ObjectSetPrototypeOf, ReflectApply, Symbol, TypedArrayPrototypeSet,
} = primordials;
const tls = internalBinding('tls');
const net = require('net');
const { codes, genericNodeError } = require('internal/errors');
const { attach } = require('internal/net/socket');
const { setMethod } = require('internal/prototypes');
const { StreamBelow, TLSHandle, bufferOf } = require('internal/tls/handle');
const { Handle } = require('internal/handle');
const { isArrayBufferView } = require('internal/util/types');
const { validateBoolean, validateBuffer, validateFunction, validateInt32, validateObject,
        validateString, validateUint32 } = require('internal/validators');
const { bufferFrom } = require('internal/buffer');
const { byteView } = require('internal/util/bytes');
const { get: getOption } = internalBinding('options');

const kDisableRenegotiation = Symbol('disableRenegotiation');
const kRenegotiations = Symbol('renegotiations');
const kPendingSession = Symbol('pendingSession');
const kIsVerified = Symbol('verified');

function TLSSocket(socket, opts) {
  if (!(this instanceof TLSSocket))
    return new TLSSocket(socket, opts);
  const options = { __proto__: null, ...opts };
  if (options.requestOCSP !== undefined && !options.isServer)
    validateBoolean(options.requestOCSP, 'options.requestOCSP');
  if (options.ALPNProtocols)
    require('internal/tls/alpn').convertALPNProtocols(options.ALPNProtocols, options);
  initBase(this, socket, options);
  initState(this, options);
  this.on('error', this._tlsError);
  this.on('end', onEnd);
  const { context } = options.secureContext ??= makeContext(options);
  this.ssl = new TLSHandle(context.native, !!options.isServer, this);
  this._init(socket);

  if (this.destroyed) { // a signal was aborted
    this.ssl.close();
    return;
  }
  if (!socket) {
    this.prependListener('connect', onConnect);
    return;
  }
  this._parent = socket;
  const isNet = socket instanceof net.Socket && socket._handle instanceof Handle &&
    !(socket instanceof TLSSocket);
  if (isNet)
    watchParent(this, socket);
  takeOver(this, isNet ? socket._handle : new StreamBelow(socket), isNet ? socket : null, socket);
  // The end of the peer is noticed, whether the program reads or not.
  if (options.pauseOnConnect)
    this.pause();
  else
    this.read(0);
}
ObjectSetPrototypeOf(TLSSocket.prototype, net.Socket.prototype);
ObjectSetPrototypeOf(TLSSocket, net.Socket);

const proto = TLSSocket.prototype;

const makeContext = (options) =>
  require('internal/tls/context').createSecureContext(options.secureContextOptions ?? options);

function initBase(self, socket, options) {
  ReflectApply(net.Socket, self, [{
    __proto__: null,
    allowHalfOpen: socket ? socket.allowHalfOpen : options.allowHalfOpen,
    pauseOnCreate: options.pauseOnConnect,
    manualStart: true,
    highWaterMark: options.highWaterMark,
    onread: !socket ? options.onread : null,
    signal: options.signal,
    noDelay: options.noDelay, keepAlive: options.keepAlive,
    keepAliveInitialDelay: options.keepAliveInitialDelay,
  }]);
}

function initState(self, options) {
  self._tlsOptions = options;
  self._secureEstablished = false;
  self._securePending = false;
  self._newSessionPending = false;
  self._controlReleased = false;
  self.secureConnecting = true;
  self._SNICallback = null;
  self.servername = null;
  self.alpnProtocol = null;
  self.authorized = false;
  self.authorizationError = null;
  self[kDisableRenegotiation] = false;
  self[kRenegotiations] = 0;
  self[kPendingSession] = null;
  self[kIsVerified] = false;
}

// ---- What is below ----

function onConnect() {
  const below = this._handle;
  if (below instanceof TLSHandle || below === null)
    return;
  takeOver(this, below, null, null);
}

function takeOver(self, below, parent, socket) {
  const { ssl } = self;
  ssl.attach(below, parent);
  self._handle = ssl;
  attach(self);
  if (socket) {
    // A socket that is to be connected yet has no handle.
    self.connecting = !!socket.connecting || (socket instanceof net.Socket && !socket._handle);
    if (self.connecting) {
      socket.once('connect', () => {
        self.connecting = false;
        self.emit('connect');
        if (self._handle !== null && (self._tlsOptions.isServer || self._tlsOptions.startsAtOnce))
          self._start();
      });
      return;
    }
    if (self._tlsOptions.isServer || self._tlsOptions.startsAtOnce)
      self._start();
    // What the socket has read already is for us.
    const early = parent !== null ? socket.read() : null;
    if (early !== null)
      ssl.receive(typeof early === 'string' ? bufferFrom(early, socket.readableEncoding) : early);
  } else
    self._start();
}

function watchParent(self, socket) {
  socket.on('error', (err) => self._emitTLSError(err));
  socket.on('close', () => self._belowClosed());
}

// A peer that has ended will not finish the handshake.
function onEnd() {
  if (this._secureEstablished)
    return;
  this.ssl?.releaseShutdown();
  if (this._tlsOptions.isServer)
    this.destroy();
}

proto._belowClosed = function() {
  this.destroy();
};

proto._start = function() {
  if (this.connecting) {
    this.once('connect', this._start);
    return;
  }
  this.ssl?.start();
};

// ---- Options ----

proto._init = function() {
  const { ssl, _tlsOptions: options } = this;
  const { server } = options;
  const requestCert = !!options.requestCert || !options.isServer;
  const rejectUnauthorized = !!options.rejectUnauthorized;
  this._requestCert = requestCert;
  this._rejectUnauthorized = rejectUnauthorized;
  tls.setVerifyMode(ssl.native, requestCert, rejectUnauthorized);
  if (options.isServer) {
    initServerSide(this, server, options);
  } else {
    ssl.watch('sessions');
    if (options.session)
      this.setSession(options.session);
    if (options.servername)
      this.setServername(options.servername);
    if (options.requestOCSP)
      tls.requestOCSP(ssl.native);
  }
  if (options.ALPNProtocols) {
    if (options.ALPNCallback)
      throw new codes.ERR_TLS_ALPN_CALLBACK_WITH_PROTOCOLS();
    tls.setALPN(ssl.native, options.ALPNProtocols);
  }
  if (options.enableTrace || getOption('--trace-tls'))
    this.enableTrace();
  if (getOption('--tls-keylog') !== undefined) {
    ssl.watch('keylog');
    this.on('keylog', writeKeys);
  }
  if (options.pskCallback)
    tls.enablePsk(ssl.native, undefined);
  // Keys are reported only while 'keylog' has a listener.
  this.on('newListener', onNewListener);
  if (options.handshakeTimeout > 0)
    this.setTimeout(options.handshakeTimeout, this._handleTimeout);
};

let hasWarnedOfKeys = false;
let isKeyFileUsable = true;

// The option --tls-keylog.
function writeKeys(line) {
  if (!isKeyFileUsable)
    return;
  const file = getOption('--tls-keylog');
  if (!hasWarnedOfKeys) {
    hasWarnedOfKeys = true;
    process.emitWarning('Using --tls-keylog makes TLS connections insecure by writing secret key ' +
      `material to file ${file}`);
  }
  try {
    require('internal/private_file').append(file, line);
  } catch (error) {
    isKeyFileUsable = false;
    process.emitWarning(`Could not write TLS keys to ${file}: ${error.message}`);
  }
}

function onNewListener(event) {
  if (event === 'keylog') {
    this.ssl?.watch('keylog');
    this.removeListener('newListener', onNewListener);
  }
}

function initServerSide(self, server, options) {
  const { ssl } = self;
  if (server?.listenerCount('keylog') > 0)
    ssl.watch('keylog');
  if (server && (server.listenerCount('resumeSession') > 0 ||
                 server.listenerCount('newSession') > 0)) {
    ssl.watch('sessions');
    ssl.watch('hello');
  }
  if (options.SNICallback !== undefined && options.SNICallback !== null) {
    validateFunction(options.SNICallback, 'options.SNICallback');
    self._SNICallback = options.SNICallback;
  }
  if (self._SNICallback || server?.listenerCount('OCSPRequest') > 0)
    ssl.watch('certificate');
  if (options.ALPNCallback) {
    validateFunction(options.ALPNCallback, 'options.ALPNCallback');
    ssl.watch('alpn');
  }
  if (options.pskCallback && options.pskIdentityHint) {
    if (!tls.enablePsk(ssl.native, options.pskIdentityHint))
      self._pskHintFailed = true;
  }
}

// ---- Errors ----

proto._onTLSError = function(err) {
  if (this._hadError)
    return;
  this._hadError = true;
  // Before the handshake is done, _tlsError() listens to 'error'.
  if (this._secureEstablished)
    this._emitTLSError(err);
  else
    this.destroy(err);
};

proto._emitTLSError = function(err) {
  const e = this._tlsError(err);
  this.destroy(e ?? undefined);
};

proto._tlsError = function(err) {
  this.emit('_tlsError', err);
  return this._controlReleased ? err : null;
};

proto._handleTimeout = function() {
  this._emitTLSError(new codes.ERR_TLS_HANDSHAKE_TIMEOUT());
};

proto._releaseControl = function() {
  if (this._controlReleased)
    return false;
  this._controlReleased = true;
  this.removeListener('error', this._tlsError);
  return true;
};

proto._destroySSL = function() {
  const { ssl } = this;
  if (!ssl)
    return;
  this.ssl = null;
};

const { _destroy: destroySocket } = net.Socket.prototype;
proto._destroy = function(err, callback) {
  const { ssl } = this;
  ReflectApply(destroySocket, this, [err, callback]);
  // One that was never attached has no close().
  if (ssl && ssl.isOpen) {
    ssl.close();
    if (ssl.below === null && this._parent)
      this._parent.destroy?.();
  }
  this[kPendingSession] = null;
  this.ssl = null;
};

// ---- The handshake ----

proto._onHandshakeStart = function() {
  if (!this._secureEstablished)
    return;
  if (this[kDisableRenegotiation]) {
    this._hadError = true;
    this._emitTLSError(new codes.ERR_TLS_RENEGOTIATION_DISABLED());
    return;
  }
  if (!this._tlsOptions.isServer)
    return;
  const { CLIENT_RENEG_LIMIT, CLIENT_RENEG_WINDOW } = require('tls');
  if (this[kRenegotiations] === 0)
    setWindow(this, CLIENT_RENEG_WINDOW);
  this[kRenegotiations]++;
  if (this[kRenegotiations] > CLIENT_RENEG_LIMIT)
    this._emitTLSError(new codes.ERR_TLS_SESSION_ATTACK());
};

function setWindow(socket, seconds) {
  require('timers').setTimeout(() => {
    socket[kRenegotiations] = 0;
  }, seconds * 1000).unref();
}

proto._onHandshakeDone = function() {
  if (this.destroyed)
    return;
  this._finishInit();
};

proto._finishInit = function() {
  const { ssl } = this;
  if (ssl === null)
    return;
  this.alpnProtocol = tls.getALPN(ssl.native);
  this.servername = tls.getServername(ssl.native);
  this._secureEstablished = true;
  this.secureConnecting = false;
  if (this._tlsOptions.handshakeTimeout > 0)
    this.setTimeout(0, this._handleTimeout);
  if (!this._tlsOptions.server)
    this._releaseControl();
  this.emit('secure');
};

proto._onClientHello = function(hello) {
  const { server } = this._tlsOptions;
  const { sessionId, tlsTicket } = hello;
  let answered = false;
  const goOn = (err, session) => {
    if (answered) {
      this._onTLSError(callbackTwice());
      return;
    }
    answered = true;
    if (err) {
      this.destroy(err);
      return;
    }
    if (this.destroyed || !this.ssl)
      return;
    if (session)
      tls.loadSession(this.ssl.native, byteView(session));
    this.ssl.resume();
  };
  if (sessionId.length === 0 || tlsTicket || !server ||
      server.listenerCount('resumeSession') === 0)
    goOn(null, null);
  else
    guarded(this, () => server.emit('resumeSession', sessionId, goOn));
};

// What a callback of the program throws ends the handshake.
function guarded(socket, call) {
  try {
    call();
  } catch (err) {
    socket._failHandshake(err);
  }
}

const callbackTwice = () => new codes.ERR_MULTIPLE_CALLBACK();

proto._onCertificate = function(servername, wantsOcsp) {
  this.servername = servername ?? false;
  const { server } = this._tlsOptions;
  const fail = (err) => {
    if (!this.destroyed)
      this._failHandshake(err);
  };
  this._loadSNI(servername, (err, context) => {
    if (err)
      return fail(err);
    if (this.destroyed || !this.ssl)
      return undefined;
    if (!wantsOcsp || !server || server.listenerCount('OCSPRequest') === 0)
      return this.ssl.resume();
    return this._requestOCSP(context, fail);
  });
};

proto._failHandshake = function(err) {
  this._hadError = true;
  this.destroy(err);
};

proto._loadSNI = function(servername, done) {
  if (!this._SNICallback || !servername) {
    done(null, null);
    return;
  }
  let answered = false;
  const onContext = (err, context) => {
    if (answered) {
      this._failHandshake(callbackTwice());
      return;
    }
    answered = true;
    if (err || this.destroyed || !this.ssl) {
      done(err, null);
      return;
    }
    if (!context) {
      done(null, null);
      return;
    }
    const native = context.context?.native ?? context.native;
    if (native === undefined) {
      done(genericNodeError('Invalid SNI context', { code: 'ERR_TLS_INVALID_CONTEXT' }), null);
      return;
    }
    this.ssl.sniContext = native; // kept alive: OpenSSL uses it until the connection ends
    tls.setContext(this.ssl.native, native);
    done(null, context.context ?? context);
  };
  guarded(this, () => ReflectApply(this._SNICallback, this, [servername, onContext]));
};

proto._requestOCSP = function(context, fail) {
  const { secureContext, server } = this._tlsOptions;
  const own = context ?? server?._sharedCreds?.context ?? secureContext.context;
  let answered = false;
  const cert = own.getCertificate();
  const issuer = own.getIssuer();
  guarded(this, () => server.emit('OCSPRequest', cert, issuer, (err, response) => {
    if (answered) {
      this._failHandshake(callbackTwice());
      return;
    }
    answered = true;
    if (err) {
      fail(err);
      return;
    }
    if (this.destroyed || !this.ssl)
      return;
    if (response)
      tls.setOCSPResponse(this.ssl.native, byteView(response));
    this.ssl.resume();
  }));
};

proto._onSession = function(session, id) {
  const { server } = this._tlsOptions;
  if (!this._tlsOptions.isServer) {
    // A program hears of it when the peer is verified.
    if (this[kIsVerified])
      this.emit('session', session);
    else
      this[kPendingSession] = session;
    return;
  }
  if (!server || server.listenerCount('newSession') === 0) {
    this.ssl.resume();
    return;
  }
  let answered = false;
  this._newSessionPending = true;
  const done = () => {
    if (answered)
      return;
    answered = true;
    this._newSessionPending = false;
    this.ssl?.resume();
  };
  try {
    server.emit('newSession', id, session, done);
  } catch (err) {
    done();
    server.emit('error', err);
  }
};

// The sessions of a client that came before its server was verified.
proto._releaseSession = function() {
  this[kIsVerified] = true;
  const session = this[kPendingSession];
  this[kPendingSession] = null;
  if (session !== null)
    this.emit('session', session);
};

proto._onKeylog = function(line) {
  const withEnd = require('internal/buffer').bufferAlloc(line.length + 1, 10);
  TypedArrayPrototypeSet.call(withEnd, line);
  this.emit('keylog', withEnd);
  const { server } = this._tlsOptions;
  if (server)
    server.emit('keylog', withEnd, this);
};

proto._onOcsp = function(response) {
  this.emit('OCSPResponse', response);
};

// ---- Answers that are needed at once ----

proto._onAlpn = function(list, servername) {
  const { names, places } = require('internal/tls/alpn').decode(list);
  let chosen;
  try {
    chosen = ReflectApply(this._tlsOptions.ALPNCallback, this,
                          [{ servername, protocols: names }]);
  } catch (err) {
    process.nextTick(() => this._failHandshake(err));
    return undefined;
  }
  if (chosen === undefined)
    return undefined;
  const at = ArrayPrototypeIndexOf.call(names, chosen);
  if (at < 0) {
    const err = new codes.ERR_TLS_ALPN_CALLBACK_INVALID_RESULT(
      chosen, ArrayPrototypeJoin.call(names, ', '));
    process.nextTick(() => this._failHandshake(err));
    return undefined;
  }
  return places[at];
};

proto._onPsk = function(text, room, identityRoom) {
  try {
    return this._tlsOptions.isServer ? serverPsk(this, text, room) :
      clientPsk(this, text, room, identityRoom);
  } catch (err) {
    process.nextTick(() => this._failHandshake(err));
    return undefined;
  }
};

function checkPsk(psk, name, room) {
  if (!isArrayBufferView(psk))
    throw new codes.ERR_INVALID_ARG_TYPE(name, ['Buffer', 'TypedArray', 'DataView'], psk);
  if (psk.byteLength > room)
    throw new codes.ERR_INVALID_ARG_VALUE(name, psk, `Pre-shared key exceeds ${room} bytes`);
  return byteView(psk);
}

function serverPsk(socket, identity, room) {
  const { pskCallback } = socket._tlsOptions;
  const answer = ReflectApply(pskCallback, socket._tlsOptions.server ?? socket,
                              [socket, identity]);
  if (answer == null)
    return undefined;
  const key = isArrayBufferView(answer) ? answer : answer.psk;
  return [checkPsk(key, 'ret.psk', room), ''];
}

function clientPsk(socket, hint, room, identityRoom) {
  const answer = ReflectApply(socket._tlsOptions.pskCallback, undefined, [hint]);
  if (answer == null)
    return undefined;
  validateObject(answer, 'ret');
  const key = checkPsk(answer.psk, 'ret.psk', room);
  const { identity } = answer;
  validateString(identity, 'ret.identity');
  const size = require('internal/buffer').bufferByteLength(identity, 'utf8');
  if (size > identityRoom)
    throw new codes.ERR_INVALID_ARG_VALUE('ret.identity', identity,
                                          `PSK identity exceeds ${identityRoom} bytes`);
  return [key, identity];
}

// ---- Methods of the program ----

proto.disableRenegotiation = function() {
  this[kDisableRenegotiation] = true;
};

proto.renegotiate = function(options, callback) {
  validateObject(options, 'options');
  if (callback !== undefined)
    validateFunction(callback, 'callback');
  if (this.destroyed)
    return undefined;
  let { _rejectUnauthorized: rejects, _requestCert: requests } = this;
  if (options.requestCert !== undefined)
    requests = !!options.requestCert;
  if (options.rejectUnauthorized !== undefined)
    rejects = !!options.rejectUnauthorized;
  if (requests !== this._requestCert || rejects !== this._rejectUnauthorized) {
    tls.setVerifyMode(this.ssl.native, requests, rejects);
    this._requestCert = requests;
    this._rejectUnauthorized = rejects;
  }
  if (callback)
    this.once('secure', () => callback(null));
  try {
    tls.renegotiate(this.ssl.native);
  } catch (err) {
    if (callback)
      process.nextTick(callback, err);
    return false;
  }
  return true;
};

proto.exportKeyingMaterial = function(length, label, context) {
  validateUint32(length, 'length', true);
  validateString(label, 'label');
  if (context !== undefined)
    validateBuffer(context, 'context');
  if (!this._secureEstablished || !this.ssl)
    throw new codes.ERR_TLS_INVALID_STATE();
  return bufferOf(tls.exportKeyingMaterial(this.ssl.native, length, label,
                                           context === undefined ? undefined : byteView(context)));
};

proto.setMaxSendFragment = function(size) {
  validateInt32(size, 'size');
  return this.ssl ? tls.setMaxSendFragment(this.ssl.native, size) : false;
};

proto.setServername = function(name) {
  validateString(name, 'name');
  if (this._tlsOptions.isServer)
    throw new codes.ERR_TLS_SNI_FROM_SERVER();
  if (this.ssl)
    tls.setServername(this.ssl.native, name);
};

proto.setSession = function(session) {
  if (typeof session === 'string')
    session = bufferFrom(session, 'latin1');
  if (this.ssl)
    tls.setSession(this.ssl.native, byteView(session));
};

proto.setKeyCert = function(context) {
  if (!this.ssl)
    return;
  const native = context?.context?.native ??
    require('internal/tls/context').createSecureContext(context).context.native;
  this.ssl.keyContext = native;
  tls.setContext(this.ssl.native, native);
};

proto.getPeerCertificate = function(isDetailed) {
  return this.ssl ?
    require('internal/tls/certificate').peerCertificate(this.ssl, !!isDetailed) : null;
};
proto.getCertificate = function() {
  return this.ssl ? require('internal/tls/certificate').ownCertificate(this.ssl) : null;
};
proto.getPeerX509Certificate = function() {
  return this.ssl ? require('internal/tls/certificate').peerX509(this.ssl) : undefined;
};
proto.getX509Certificate = function() {
  return this.ssl ? require('internal/tls/certificate').ownX509(this.ssl) : undefined;
};

proto.getCipher = function() {
  const parts = this.ssl ? tls.getCipher(this.ssl.native) : undefined;
  return parts && { name: parts[0], standardName: parts[1], version: parts[2] };
};

proto.getEphemeralKeyInfo = function() {
  if (!this.ssl || this._tlsOptions.isServer)
    return null;
  const parts = tls.getEphemeralKey(this.ssl.native);
  if (parts === undefined)
    return {};
  if (parts[0] === 'DH')
    return { type: 'DH', size: parts[2] };
  return { type: parts[0], name: parts[1], size: parts[2] };
};

// Methods that call C, and their results after the connection has ended.
const bytesOrUndefined = (bytes) => (bytes === undefined ? undefined : bufferOf(bytes));
const queries = {
  __proto__: null,
  getSession: (native) => bytesOrUndefined(tls.getSession(native)),
  getTLSTicket: (native) => bytesOrUndefined(tls.getTicket(native)),
  getFinished: (native) => bytesOrUndefined(tls.getFinished(native, false)),
  getPeerFinished: (native) => bytesOrUndefined(tls.getFinished(native, true)),
  getProtocol: (native) => tls.getProtocol(native),
  getSharedSigalgs: (native) => tls.getSharedSigalgs(native),
  isSessionReused: (native) => tls.isReused(native),
  enableTrace: (native) => tls.enableTrace(native),
};
const names = ObjectKeys(queries);
for (let i = 0; i < names.length; i++) {
  const name = names[i];
  const query = queries[name];
  setMethod(proto, name, function() {
    return this.ssl ? query(this.ssl.native) : name === 'getProtocol' ? null : undefined;
  });
}

ObjectDefineProperty(proto, 'encrypted', {
  __proto__: null, configurable: true, enumerable: true, writable: true, value: true,
});

function verifyError(socket) {
  const parts = socket.ssl ? tls.verifyError(socket.ssl.native) : undefined;
  return parts === undefined ? null : genericNodeError(parts[0], { code: parts[1] });
}

module.exports = { TLSSocket, verifyError };
