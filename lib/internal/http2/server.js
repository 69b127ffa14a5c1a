'use strict';
// http2.createServer(): a net.Server whose connections are sessions.

const { ObjectAssign, Promise, ReflectApply, SafeSet, Symbol, SymbolAsyncDispose, SymbolFor } =
  primordials;
const net = require('net');
const { ServerHttp2Session, kSessions } = require('internal/http2/server_session');
const { validateSettings, checkRemoteCustomSettings } = require('internal/http2/settings');
const { setMethod } = require('internal/prototypes');
const { validateFunction, validateObject, validateUint32 } =
  require('internal/validators');
const { checkDelay } = require('internal/net/socket');

const kOptions = Symbol('options');
const kRejection = SymbolFor('nodejs.rejection');
const UNKNOWN_PROTOCOL_TIMEOUT = 10000;

// Options of sessions, checked; `options` is a copy of the program's.
function sessionOptions(options) {
  if (options !== undefined)
    validateObject(options, 'options');
  options = { __proto__: null, ...options };
  if (options.settings !== undefined)
    validateObject(options.settings, 'options.settings');
  options.settings = ObjectAssign({}, options.settings);
  validateSettings(options.settings);
  if (options.remoteCustomSettings !== undefined)
    checkRemoteCustomSettings(options.remoteCustomSettings);
  if (options.maxSessionInvalidFrames !== undefined)
    validateUint32(options.maxSessionInvalidFrames, 'maxSessionInvalidFrames');
  if (options.maxSessionRejectedStreams !== undefined)
    validateUint32(options.maxSessionRejectedStreams, 'maxSessionRejectedStreams');
  if (options.unknownProtocolTimeout !== undefined)
    validateUint32(options.unknownProtocolTimeout, 'unknownProtocolTimeout');
  else
    options.unknownProtocolTimeout = UNKNOWN_PROTOCOL_TIMEOUT;
  return options;
}

function serverOptions(options) {
  options = sessionOptions(options);
  const compat = require('internal/http2/compat');
  options.Http2ServerRequest ??= compat.Http2ServerRequest;
  options.Http2ServerResponse ??= compat.Http2ServerResponse;
  return options;
}

class Http2Server extends net.Server {
  constructor(options, handler) {
    options = serverOptions(options);
    super({ __proto__: null, noDelay: true, ...options, allowHalfOpen: true },
          connectionListener);
    initServer(this, options, handler);
  }
}

// What this server and one over TLS have in common.
function initServer(server, options, handler) {
  server[kOptions] = options;
  server[kSessions] = new SafeSet();
  server.timeout = 0;
  server.on('newListener', onNewListener);
  if (typeof handler === 'function')
    server.on('request', handler);
}

const methods = {
  __proto__: null,

  setTimeout(msecs, callback) {
    this.timeout = checkDelay(msecs === undefined ? 0 : msecs, 'msecs');
    if (callback !== undefined) {
      validateFunction(callback, 'callback');
      this.on('timeout', callback);
    }
    return this;
  },

  updateSettings(settings) {
    validateObject(settings, 'settings');
    validateSettings(settings);
    const options = this[kOptions];
    options.settings = ObjectAssign({}, options.settings, settings);
  },

  // Sessions without streams are closed, the others when their last stream is.
  close(callback) {
    ReflectApply(this._closeServer, this, [callback]);
    if (this[kOptions].allowHTTP1 === true)
      require('internal/http2/fallback').close(this);
    this[kSessions].forEach((session) => session.close());
    return this;
  },

  async [SymbolAsyncDispose]() {
    await new Promise((resolve, reject) => {
      this.close((err) => (err ? reject(err) : resolve()));
    });
  },

  [kRejection](err, event, ...args) {
    if (event === 'stream') {
      const { 0: stream } = args;
      if (stream.sentHeaders || stream.destroyed || stream.closed)
        stream.destroy(err);
      else {
        stream.respond({ ':status': 500 });
        stream.end();
      }
    } else if (event === 'request')
      rejectRequest(args[1], err);
    else
      ReflectApply(net.Server.prototype[kRejection], this, [err, event, args[0]]);
  },
};

function rejectRequest(res, err) {
  if (res.headersSent || res.finished) {
    res.destroy(err);
    return;
  }
  const names = res.getHeaderNames();
  for (let i = 0; i < names.length; i++)
    res.removeHeader(names[i]);
  res.statusCode = 500;
  res.end(require('internal/http/status').STATUS_CODES[500]);
}

function addMethods(Server, Base) {
  const { prototype } = Server;
  setMethod(prototype, '_closeServer', Base.prototype.close);
  const names = ['setTimeout', 'updateSettings', 'close', SymbolAsyncDispose, kRejection];
  for (let i = 0; i < names.length; i++)
    setMethod(prototype, names[i], methods[names[i]]);
}
addMethods(Http2Server, net.Server);

// ---- Events ----

// The first listener of requests has streams made into requests and responses.
function onNewListener(event) {
  if (event !== 'request' && event !== 'checkContinue' && event !== 'checkExpectation')
    return;
  if (this._isCompat)
    return;
  this._isCompat = true;
  const { onServerStream } = require('internal/http2/compat');
  const { Http2ServerRequest, Http2ServerResponse } = this[kOptions];
  this.on('stream', (stream, headers, flags, raw) =>
    onServerStream(this, Http2ServerRequest, Http2ServerResponse, stream, headers, flags, raw));
}

function connectionListener(socket) {
  startSession(this, socket);
}

function startSession(server, socket) {
  socket.on('error', onSocketError);
  const session = new ServerHttp2Session(server[kOptions], socket, server);
  server[kSessions].add(session);
  session.on('stream', onStream);
  session.on('error', onSessionError);
  session.on('timeout', onSessionTimeout);
  if (server.timeout)
    session.setTimeout(server.timeout);
  server.emit('session', session);
}

function onSocketError() {} // the session reports it

function onStream(stream, headers, flags, raw) {
  this._server.emit('stream', stream, headers, flags, raw);
}

function onSessionError(error) {
  this._server.emit('sessionError', error, this);
}

function onSessionTimeout() {
  if (this.destroyed || this.closed)
    return;
  if (!this._server.emit('timeout', this))
    this.destroy();
}

function createServer(options, handler) {
  if (typeof options === 'function') {
    handler = options;
    options = undefined;
  }
  return new Http2Server(options, handler);
}

function performServerHandshake(socket, options = undefined) {
  return new ServerHttp2Session(sessionOptions(options), socket, undefined);
}

module.exports = {
  Http2Server, addMethods, createServer, initServer, kOptions, performServerHandshake,
  serverOptions, sessionOptions, startSession,
};
