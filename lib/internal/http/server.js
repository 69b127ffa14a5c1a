'use strict';
// http.Server: a net.Server whose connections speak HTTP.

const net = require('net');
const { codes } = require('internal/errors');
const { validateBoolean, validateFunction, validateInteger, validateObject } =
  require('internal/validators');
const { Connection, kIncoming, kOptimizeEmpty, kResponse, kUnique } =
  require('internal/http/connection');
const { checkValidation, isLenient } = require('internal/http/common');
const { IncomingMessage } = require('internal/http/incoming');
const { ServerResponse } = require('internal/http/response');
const { uniqueSet } = require('internal/http/outgoing');

const kConnections = Symbol('connections');
const kChecking = Symbol('connectionsChecking');

function Server(options, requestListener) {
  if (!(this instanceof Server))
    return new Server(options, requestListener);
  if (typeof options === 'function') {
    requestListener = options;
    options = {};
  } else if (options == null)
    options = {};
  else {
    validateObject(options, 'options');
    options = { ...options };
  }
  storeOptions(this, options);
  net.Server.call(this, { allowHalfOpen: true, noDelay: options.noDelay ?? true,
                          keepAlive: options.keepAlive,
                          keepAliveInitialDelay: options.keepAliveInitialDelay,
                          highWaterMark: options.highWaterMark });
  if (requestListener)
    this.on('request', requestListener);
  this.httpAllowHalfOpen = false;
  this.on('connection', connectionListener);
  this.on('listening', startChecking);
  this.timeout = 0;
  this.maxHeadersCount = null;
  this.maxRequestsPerSocket = 0;
  this[kConnections] = new Set();
  this[kChecking] = null;
  this[kUnique] = uniqueSet(options.uniqueHeaders);
}
Object.setPrototypeOf(Server.prototype, net.Server.prototype);
Object.setPrototypeOf(Server, net.Server);

const TIMES = { requestTimeout: 300000, headersTimeout: 60000, keepAliveTimeout: 5000,
                keepAliveTimeoutBuffer: 1000, connectionsCheckingInterval: 30000 };

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
  for (const name in TIMES) {
    const value = options[name];
    if (value !== undefined)
      validateInteger(value, name, 0);
    server[name] = value ?? TIMES[name];
  }
  // A head belongs to a request: it cannot be given more time.
  if (options.headersTimeout === undefined && server.requestTimeout > 0)
    server.headersTimeout = Math.min(server.headersTimeout, server.requestTimeout);
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

Object.defineProperties(proto, {
  _lenient: { __proto__: null, get() { return isLenient(this); } },
  _now: { __proto__: null, value: () => performance.now() },
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
  const now = server._now();
  for (const connection of server[kConnections]) {
    const { started, headComplete } = connection;
    if (started === 0)
      continue;
    const age = now - started;
    if ((requestTimeout > 0 && age >= requestTimeout) ||
        (headersTimeout > 0 && !headComplete && age >= headersTimeout))
      connection.expire();
  }
}

// ---- Closing ----

proto.close = function(callback) {
  if (this[kChecking] !== null)
    clearInterval(this[kChecking]);
  net.Server.prototype.close.call(this, callback);
  this.closeIdleConnections();
  return this;
};

proto[Symbol.asyncDispose] = async function() {
  await new Promise((resolve, reject) => this.close((err) => (err ? reject(err) : resolve())));
};

proto.closeAllConnections = function() {
  for (const { socket } of this[kConnections])
    socket.destroy();
};

proto.closeIdleConnections = function() {
  for (const connection of this[kConnections]) {
    const { responses, socket, started } = connection;
    const message = socket._httpMessage;
    // One that never sent a byte waits for nothing either.
    if ((started === 0 || socket.bytesRead === 0) && responses.length === 0 &&
        (!message || (message.finished && socket.writableLength === 0)))
      socket.destroy();
  }
};

proto.setTimeout = function(msecs, callback) {
  this.timeout = msecs;
  if (callback)
    this.on('timeout', callback);
  return this;
};

proto[Symbol.for('nodejs.rejection')] = function(err, event, ...args) {
  if (event !== 'request') {
    net.Server.prototype[Symbol.for('nodejs.rejection')].call(this, err, event, ...args);
    return;
  }
  const res = args[1];
  if (!res.headersSent && !res.writableEnded) {
    for (const name of res.getHeaderNames())
      res.removeHeader(name);
    res.statusCode = 500;
    res.end(require('internal/http/status').STATUS_CODES[500]);
  } else
    res.destroy();
};

module.exports = { Server, connectionListener, kChecking };
