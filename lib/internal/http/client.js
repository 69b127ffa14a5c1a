'use strict';
// ClientRequest: sends a request and receives the response.
//
// (1) The socket comes from the agent or from createConnection(), always in a later tick.
// (2) Each request emits 'close' exactly once; before it a response, an upgrade, or one 'error'.
// (3) The connection returns to the agent when the request was sent and the response was read.

const {
  ArrayIsArray, NumberIsFinite, ObjectDefineProperty, ObjectKeys, ObjectSetPrototypeOf,
  ReflectApply, RegExpPrototypeExec, String, StringPrototypeSplit, StringPrototypeToUpperCase,
  Symbol, SymbolFor,
} = primordials;
const { OutgoingMessage, kErrored, kFields, kHighWaterMark, kNeedDrain, kUniqueHeaders,
        uniqueSet } =
  require('internal/http/outgoing');
const { setMethod, shield } = require('internal/prototypes');
const { codes } = require('internal/errors');
const { validateBoolean, validateInteger } = require('internal/validators');
const { bufferFrom } = require('internal/buffer');
const { checkValidation, connReset } = require('internal/http/common');
const { isToken } = require('internal/http/headers');
const { clientCreated, clientError, clientStart } = require('internal/http/channels');
const { globalAgent, kProxy } = require('internal/http/agent');

const BAD_PATH = /[^\u0021-\u00ff]/;
const NO_BODY = {
  __proto__: null, GET: true, HEAD: true, DELETE: true, OPTIONS: true, TRACE: true, CONNECT: true,
};
const kPath = Symbol('path');
const kExchange = Symbol('exchange');
const kFrame = Symbol('frame');

const urlOptions = (url) => require('internal/url/paths').urlToHttpOptions(url);
const exchange = () => require('internal/http/exchange');

function ClientRequest(input, options, callback) {
  ReflectApply(OutgoingMessage, this, []);
  const args = readArguments(input, options, callback);
  options = args.options;
  callback = args.callback;
  const agent = pickAgent(this, options);
  checkProtocol(options, agent);

  const defaultPort = options.defaultPort || this.agent?.defaultPort;
  const port = options.port = options.port || defaultPort || 80;
  const host = options.host = checkHost(options.hostname, 'hostname') ||
    checkHost(options.host, 'host') || 'localhost';
  const setDefaults = options.setDefaultHeaders === undefined || !!options.setDefaultHeaders;
  const setHost = options.setHost !== undefined ? !!options.setHost : setDefaults;
  this._removedConnection = !setDefaults;
  this._removedContLen = !setDefaults;
  this._removedTE = !setDefaults;

  this.socketPath = options.socketPath;
  if (options.timeout !== undefined)
    this.timeout = require('internal/net/socket').checkDelay(options.timeout, 'timeout');
  const { signal } = options;
  if (signal) {
    require('internal/streams/add_abort_signal').addAbortSignal(signal, this);
    delete options.signal;
  }
  this.method = checkMethod(options.method);
  checkLimits(this, options);
  const proxied = rewriteForProxy(this, options);
  this[kPath] = proxied?.path ?? (options.path || '/');
  if (callback)
    this.once('response', callback);
  this.useChunkedEncodingByDefault = NO_BODY[this.method] !== true;
  this._ended = false;
  this.res = null;
  this.aborted = false;
  this.timeoutCb = null;
  this.upgradeOrConnect = false;
  this.parser = null;
  this.maxHeadersCount = null;
  this.reusedSocket = false;
  this.host = host;
  this.protocol = options.protocol || agent.protocol;
  this[kExchange] = null;
  this[kFrame] = require('internal/async_context').context.frame;
  // Without keep-alive a connection serves one request, unless requests wait for it.
  this.shouldKeepAlive = !!this.agent &&
    (this.agent.keepAlive || NumberIsFinite(this.agent.maxSockets));
  this._last = !this.shouldKeepAlive;
  this[kUniqueHeaders] = uniqueSet(options.uniqueHeaders);
  if (options.highWaterMark !== undefined)
    this[kHighWaterMark] = options.highWaterMark;
  // The Host of CONNECT is its target, not the proxy.
  const hostName = proxied?.authority ??
    (this.method === 'CONNECT' ? this[kPath] : hostHeader(host, port, defaultPort));
  setHeaders(this, options, setHost ? hostName : null, proxied);
  if (clientCreated.hasSubscribers)
    clientCreated.publish({ request: this });
  connect(this, options);
}
ObjectSetPrototypeOf(ClientRequest.prototype, OutgoingMessage.prototype);
ObjectSetPrototypeOf(ClientRequest, OutgoingMessage);

const proto = ClientRequest.prototype;
shield(proto, [
  'agent', 'host', 'insecureHTTPParser', 'httpValidation', 'joinDuplicateHeaders', 'maxHeaderSize',
  'maxHeadersCount', 'method', 'parser', 'protocol', 'res', 'socketPath', 'timeout', 'aborted',
]);
const { _finish: finishMessage } = OutgoingMessage.prototype;

// ---- Options ----

function readArguments(input, options, callback) {
  if (typeof input === 'string')
    input = urlOptions(new (require('internal/url').URL)(input));
  else if (require('internal/url').isURL(input))
    input = urlOptions(input);
  else {
    callback = options;
    options = input;
    input = null;
  }
  if (typeof options === 'function') {
    callback = options;
    options = input;
  }
  return { __proto__: null, options: { __proto__: null, ...input, ...options }, callback };
}

// Sets req.agent. Returns the agent whose default port and protocol apply.
function pickAgent(req, options) {
  let { agent } = options;
  const defaultAgent = options._defaultAgent || globalAgent.current;
  if (agent === false)
    agent = new defaultAgent.constructor();
  else if (agent === null || agent === undefined) {
    if (typeof options.createConnection !== 'function')
      agent = defaultAgent;
  } else if (typeof agent.addRequest !== 'function')
    throw new codes.ERR_INVALID_ARG_TYPE(
      'options.agent', ['Agent-like Object', 'undefined', 'false'], agent);
  req.agent = agent;
  return agent || defaultAgent;
}

function checkProtocol(options, agent) {
  const protocol = options.protocol || agent.protocol;
  if (options.path) {
    const path = String(options.path);
    if (RegExpPrototypeExec.call(BAD_PATH, path) !== null)
      throw new codes.ERR_UNESCAPED_CHARACTERS('Request path');
    options.path = path;
  }
  const expected = agent.protocol;
  if (expected && protocol !== expected)
    throw new codes.ERR_INVALID_PROTOCOL(protocol, expected);
}

function checkHost(host, name) {
  if (host !== null && host !== undefined && typeof host !== 'string')
    throw new codes.ERR_INVALID_ARG_TYPE(`options.${name}`, ['string', 'undefined', 'null'], host);
  return host;
}

function checkMethod(method) {
  if (method !== null && method !== undefined && typeof method !== 'string')
    throw new codes.ERR_INVALID_ARG_TYPE('options.method', 'string', method);
  if (!method)
    return 'GET';
  if (!isToken(method))
    throw new codes.ERR_INVALID_HTTP_TOKEN('Method', method);
  return StringPrototypeToUpperCase.call(method);
}

function checkLimits(req, options) {
  const { insecureHTTPParser, joinDuplicateHeaders, maxHeaderSize } = options;
  if (maxHeaderSize !== undefined)
    validateInteger(maxHeaderSize, 'maxHeaderSize', 0);
  req.maxHeaderSize = maxHeaderSize;
  checkValidation(options);
  req.insecureHTTPParser = insecureHTTPParser;
  req.httpValidation = options.httpValidation;
  if (joinDuplicateHeaders !== undefined)
    validateBoolean(joinDuplicateHeaders, 'options.joinDuplicateHeaders');
  req.joinDuplicateHeaders = joinDuplicateHeaders;
}

// { authority, path } of a request that is sent to a proxy, else null.
function rewriteForProxy({ agent, method }, options) {
  if (!agent?.[kProxy] || agent.protocol === 'https:')
    return null;
  return require('internal/http/proxy').rewrite(agent[kProxy], options, method);
}

function hostHeader(host, port, defaultPort) {
  // An IPv6 address contains colons.
  const colons = StringPrototypeSplit.call(host, ':').length - 1;
  if (colons > 1 && host[0] !== '[')
    host = `[${host}]`;
  return port && +port !== defaultPort ? `${host}:${port}` : host;
}

const authorization = (auth) => `Basic ${bufferFrom(auth).toString('base64')}`;

function setHeaders(req, options, host, proxied) {
  const { auth, headers } = options;
  if (ArrayIsArray(headers)) {
    req._storeHeader(firstLine(req), headers); // a list goes out as it is
    return;
  }
  const names = headers ? ObjectKeys(headers) : [];
  for (let i = 0; i < names.length; i++)
    req.setHeader(names[i], headers[names[i]]);
  if (host !== null && !req.getHeader('host'))
    req.setHeader('Host', host);
  if (auth && !req.getHeader('Authorization'))
    req.setHeader('Authorization', authorization(auth));
  if (proxied !== null)
    require('internal/http/proxy').setHeaders(req, req.agent[kProxy], proxied.authority);
  if (req.getHeader('expect'))
    req._storeHeader(firstLine(req), req[kFields]);
}

const firstLine = (req) => `${req.method} ${req.path} HTTP/1.1\r\n`;

function connect(req, options) {
  if (req.agent) {
    req.agent.addRequest(req, options);
    return;
  }
  // For net.connect() `path` is a Unix socket, not the path of the request.
  options.path = options.socketPath ?? null;
  let called = false;
  const created = (err, socket) => {
    if (called)
      return;
    called = true;
    if (err)
      process.nextTick(() => fail(req, err));
    else
      req.onSocket(socket);
  };
  if (typeof options.createConnection !== 'function') {
    req.onSocket(require('net').createConnection(options));
    return;
  }
  try {
    const socket = options.createConnection(options, created);
    if (socket)
      created(null, socket);
  } catch (err) {
    created(err);
  }
}

// ---- On the way ----

ObjectDefineProperty(proto, 'path', {
  __proto__: null, configurable: true, enumerable: true,
  get() { return this[kPath]; },
  set(value) {
    const path = String(value);
    if (RegExpPrototypeExec.call(BAD_PATH, path) !== null)
      throw new codes.ERR_UNESCAPED_CHARACTERS('Request path');
    this[kPath] = path;
  },
});

proto._isLenientHeaderValidation = function() {
  return this.insecureHTTPParser === true || this.httpValidation === 'relaxed' ||
    this.httpValidation === 'insecure';
};

proto._implicitHeader = function() {
  if (this._header)
    throw new codes.ERR_HTTP_HEADERS_SENT('render');
  this._storeHeader(firstLine(this), this[kFields]);
};

proto.onSocket = function(socket, err) {
  process.nextTick(onSocket, this, socket, err);
};

function onSocket(req, socket, err) {
  if (!req.destroyed && !err) {
    exchange().begin(req, socket);
    return;
  }
  err ||= req[kErrored];
  if (!socket) {
    fail(req, err);
    return;
  }
  // The request was destroyed meanwhile. Another request may use the connection.
  if (!err && req.agent && !socket.destroyed) {
    socket.emit('free');
    fail(req, err);
    return;
  }
  if (!socket.destroyed)
    socket.destroy(err);
  const end = () => fail(req, err ?? socket.errored);
  if (socket._readableState?.closeEmitted)
    end();
  else {
    socket.on('error', () => {});
    socket.once('close', end);
  }
}

// Ends a request that never had a connection. After abort() there is no 'error' event.
function fail(req, err) {
  if (err || !req.aborted)
    emitError(req, err ?? hangUp());
  close(req);
}

const hangUp = () => connReset('socket hang up');

const kErrorEmitted = Symbol('errorEmitted');
function emitError(req, err) {
  if (req[kErrorEmitted])
    return;
  req[kErrorEmitted] = true;
  req[kErrored] ??= err;
  if (clientError.hasSubscribers)
    clientError.publish({ request: req, error: err });
  req.emit('error', err);
}

function close(req) {
  req.destroyed = true;
  if (req._closed)
    return;
  req._closed = true;
  req.emit('close');
}

proto._finish = function() {
  ReflectApply(finishMessage, this, []);
  if (clientStart.hasSubscribers)
    clientStart.publish({ request: this });
};

proto.abort = function() {
  if (this.aborted)
    return;
  this.aborted = true;
  process.nextTick(() => this.emit('abort'));
  this.destroy();
};

setMethod(proto, 'destroy', function(err) {
  if (this.destroyed)
    return this;
  this.destroyed = true;
  // A response that is not read must not hold the connection.
  if (this.res)
    this.res._dump();
  this[kErrored] = err;
  this.socket?.destroy(err);
  return this;
});

// ---- Settings of the socket ----

proto._deferToConnect = function(method, args) {
  const call = () => {
    const { socket } = this;
    if (typeof args === 'function')
      args();
    else if (method)
      ReflectApply(socket[method], socket, args);
  };
  const whenConnected = () => {
    if (this.socket.connecting)
      this.socket.once('connect', call);
    else
      call();
  };
  if (this.socket)
    whenConnected();
  else
    this.once('socket', whenConnected);
};

proto.setNoDelay = function(noDelay) {
  this._deferToConnect('setNoDelay', [noDelay]);
};

proto.setSocketKeepAlive = function(enable, initialDelay) {
  this._deferToConnect('setKeepAlive', [enable, initialDelay]);
};

proto.setTimeout = function(msecs, callback) {
  if (this._ended)
    return this;
  listenForTimeout(this);
  msecs = require('internal/net/socket').checkDelay(msecs, 'msecs');
  if (callback)
    this.once('timeout', callback);
  const set = (socket) => {
    if (socket.connecting)
      socket.once('connect', () => socket.setTimeout(msecs));
    else
      socket.setTimeout(msecs);
  };
  if (this.socket)
    set(this.socket);
  else
    this.once('socket', set);
  return this;
};

proto.clearTimeout = function(callback) {
  this.setTimeout(0, callback);
};

function listenForTimeout(req) {
  if (req.timeoutCb)
    return;
  req.timeoutCb = () => req.emit('timeout');
  if (req.socket)
    req.socket.once('timeout', req.timeoutCb);
  else
    req.on('socket', (socket) => socket.once('timeout', req.timeoutCb));
}

setMethod(proto, SymbolFor('nodejs.rejection'), function(err, event, ...args) {
  if (event === 'response')
    args[0].destroy(err);
  else
    this.destroy(err);
});

module.exports = { ClientRequest, close, emitError, hangUp, kExchange, kFrame, kNeedDrain,
                   listenForTimeout };
