'use strict';
// http.Server: a net.Server whose connections speak HTTP.

const {
  MathMin, ObjectDefineProperties, ObjectSetPrototypeOf, Promise,
  ReflectApply, SafeSet, Symbol, SymbolAsyncDispose, SymbolFor,
} = primordials;
const net = require('net');
const { modules } = require('internal/bootstrap/loader');
const { clearInterval, setInterval, setTimeout } = require('timers');
const { codes } = require('internal/errors');
const { setMethod, shield } = require('internal/prototypes');
const { validateBoolean, validateFunction, validateInteger, validateObject } =
  require('internal/validators');
const { Connection, kIncoming, kOptimizeEmpty, kResponse, kUnique } =
  require('internal/http/connection');
const { checkValidation, isLenient } = require('internal/http/common');
const { IncomingMessage } = require('internal/http/incoming');
const { ServerResponse } = require('internal/http/response');
const { uniqueSet } = require('internal/http/outgoing');

const { now } = internalBinding('process');
const FRESH = 1000; // ms
const kConnections = Symbol('connections');
const kChecking = Symbol('connectionsChecking');

function Server(options, requestListener) {
  if (!(this instanceof Server))
    return new Server(options, requestListener);
  if (typeof options === 'function') {
    requestListener = options;
    options = { __proto__: null };
  } else if (options == null)
    options = { __proto__: null };
  else {
    validateObject(options, 'options');
    options = { __proto__: null, ...options };
  }
  storeOptions(this, options);
  ReflectApply(net.Server, this, [{
    __proto__: null, allowHalfOpen: true, noDelay: options.noDelay ?? true,
    keepAlive: options.keepAlive, keepAliveInitialDelay: options.keepAliveInitialDelay,
    highWaterMark: options.highWaterMark,
  }]);
  serve(this, 'connection', options, requestListener);
}
ObjectSetPrototypeOf(Server.prototype, net.Server.prototype);
ObjectSetPrototypeOf(Server, net.Server);
shield(Server.prototype, [
  'timeout', 'maxHeaderSize', 'insecureHTTPParser', 'httpValidation', 'requestTimeout',
  'headersTimeout', 'keepAliveTimeout', 'keepAliveTimeoutBuffer', 'connectionsCheckingInterval',
  'requireHostHeader', 'joinDuplicateHeaders', 'rejectNonStandardBodyWrites', 'maxHeadersCount',
  'maxRequestsPerSocket', 'shouldUpgradeCallback', 'httpAllowHalfOpen',
]);

const TIMES = [['requestTimeout', 300000], ['headersTimeout', 60000], ['keepAliveTimeout', 5000],
               ['keepAliveTimeoutBuffer', 1000], ['connectionsCheckingInterval', 30000]];

function storeOptions(server, options) {
  const { IncomingMessage: Incoming = IncomingMessage, ServerResponse: Response = ServerResponse,
          maxHeaderSize, insecureHTTPParser, httpValidation } = options;
  server[kIncoming] = Incoming;
  server[kResponse] = Response;
  if (maxHeaderSize !== undefined)
    validateInteger(maxHeaderSize, 'maxHeaderSize', 0);
  server.maxHeaderSize = maxHeaderSize;
  checkValidation(options);
  server.insecureHTTPParser = insecureHTTPParser;
  server.httpValidation = httpValidation;
  for (let i = 0; i < TIMES.length; i++) {
    const { 0: name, 1: otherwise } = TIMES[i];
    const value = options[name];
    if (value !== undefined)
      validateInteger(value, name, 0);
    server[name] = value ?? otherwise;
  }
  // The head is a part of the request: its timeout cannot be longer.
  if (options.headersTimeout === undefined && server.requestTimeout > 0)
    server.headersTimeout = MathMin(server.headersTimeout, server.requestTimeout);
  if (server.requestTimeout > 0 && server.headersTimeout > server.requestTimeout)
    throw new codes.ERR_OUT_OF_RANGE('headersTimeout', '<= requestTimeout', options.headersTimeout);
  flag(server, options, 'requireHostHeader', true);
  flag(server, options, 'joinDuplicateHeaders', undefined);
  flag(server, options, 'rejectNonStandardBodyWrites', false);
  if (options.optimizeEmptyRequests !== undefined)
    validateBoolean(options.optimizeEmptyRequests, 'options.optimizeEmptyRequests');
  server[kOptimizeEmpty] = !!options.optimizeEmptyRequests;
  if (options.shouldUpgradeCallback !== undefined)
    validateFunction(options.shouldUpgradeCallback, 'options.shouldUpgradeCallback');
  server.shouldUpgradeCallback = options.shouldUpgradeCallback ??
    function() { return this.listenerCount('upgrade') > 0; };
}

// The event reports connections that are to be served.
function serve(server, event, options, requestListener) {
  if (requestListener)
    server.on('request', requestListener);
  server.httpAllowHalfOpen = false;
  server.on(event, connectionListener);
  server.on('listening', startChecking);
  server.timeout = 0;
  server.maxHeadersCount = null;
  server.maxRequestsPerSocket = 0;
  server[kConnections] = new SafeSet();
  server[kChecking] = null;
  server[kUnique] = uniqueSet(options.uniqueHeaders);
}

function flag(server, options, name, otherwise) {
  if (options[name] !== undefined)
    validateBoolean(options[name], `options.${name}`);
  server[name] = options[name] ?? otherwise;
}

function connectionListener(socket) {
  const connection = new Connection(this, socket);
  this[kConnections]?.add(connection);
}

const proto = Server.prototype;
const kRejection = SymbolFor('nodejs.rejection');
const { close: closeServer, [kRejection]: rejected } = net.Server.prototype;

ObjectDefineProperties(proto, {
  __proto__: null,
  _lenient: { __proto__: null, get() { return isLenient(this); } },
  _forget: { __proto__: null, value(connection) { this[kConnections].delete(connection); } },
});

// ---- Requests that take too long ----

function startChecking() {
  if (this[kChecking] !== null)
    clearInterval(this[kChecking]);
  if (this.connectionsCheckingInterval > 0)
    this[kChecking] = setInterval(() => check(this), this.connectionsCheckingInterval).unref();
}

function check(server) {
  const { headersTimeout, requestTimeout } = server;
  if (headersTimeout === 0 && requestTimeout === 0)
    return;
  const time = now();
  server[kConnections].forEach((connection) => {
    const { started, headComplete } = connection;
    if (started === 0)
      return;
    const age = time - started;
    if ((requestTimeout > 0 && age >= requestTimeout) ||
        (headersTimeout > 0 && !headComplete && age >= headersTimeout))
      connection.expire();
  });
}

// ---- Closing ----

proto.close = function(callback) {
  if (this[kChecking] !== null)
    clearInterval(this[kChecking]);
  ReflectApply(closeServer, this, [callback]);
  if (modules.cluster?.exports.worker?.exitedAfterDisconnect) {
    // The primary may have passed a connection on just now: its request is about to come.
    closeIdle(this, FRESH);
    setTimeout(() => this.closeIdleConnections(), FRESH).unref();
  } else
    this.closeIdleConnections();
  return this;
};

setMethod(proto, SymbolAsyncDispose, async function() {
  await new Promise((resolve, reject) => this.close((err) => (err ? reject(err) : resolve())));
});

proto.closeAllConnections = function() {
  this[kConnections].forEach(({ socket }) => socket.destroy());
};

proto.closeIdleConnections = function() {
  closeIdle(this, 0);
};

// One that never sent a byte waits for nothing either, unless it is younger than `fresh` ms.
function closeIdle(server, fresh) {
  const time = now();
  server[kConnections].forEach(({ responses, socket, started }) => {
    const message = socket._httpMessage;
    if ((started === 0 || (socket.bytesRead === 0 && time - started >= fresh)) &&
        responses.length === 0 &&
        (!message || (message.finished && socket.writableLength === 0)))
      socket.destroy();
  });
}

proto.setTimeout = function(msecs, callback) {
  this.timeout = msecs;
  if (callback)
    this.on('timeout', callback);
  return this;
};

setMethod(proto, kRejection, function(err, event, ...args) {
  if (event !== 'request') {
    ReflectApply(rejected, this, [err, event, args[0]]);
    return;
  }
  const res = args[1];
  if (!res.headersSent && !res.writableEnded) {
    const names = res.getHeaderNames();
    for (let i = 0; i < names.length; i++)
      res.removeHeader(names[i]);
    res.statusCode = 500;
    res.end(require('internal/http/status').STATUS_CODES[500]);
  } else
    res.destroy();
});

module.exports = { Server, connectionListener, kChecking, serve, storeOptions };
