'use strict';
// net.Server: listens, accepts connections and counts them.

const {
  ArrayIsArray, ObjectDefineProperty, ObjectSetPrototypeOf, Promise, ReflectApply,
  StringPrototypeToLowerCase, SymbolAsyncDispose, SymbolFor,
} = primordials;
const { defineHidden, setMethod, shield } = require('internal/prototypes');
const EventEmitter = require('events');
const { modules } = require('internal/bootstrap/loader');
const { codes, errnoException, exceptionWithHostPort, uvExceptionWithHostPort } =
  require('internal/errors');
const { validateAbortSignal, validateNumber, validatePort } =
  require('internal/validators');
const { isIP } = require('internal/net/ip');
const { tickOf } = require('internal/async_context');
const { publishListenError, publishListened, publishListening, publishSocket } =
  require('internal/net/channels');
const { kBeforeTransfer, kPack, kTransfer } = require('internal/messaging/transfer');
const { checkBlockList, isPipeName, kAdopt, kNormalized, normalizeArgs, ownOptions, toPort } =
  require('internal/net/args');

const BACKLOG = 511;
const { UV_EINVAL } = internalBinding('uv');

function Server(options, connectionListener) {
  if (!(this instanceof Server))
    return new Server(options, connectionListener);
  const isBag = typeof options === 'object' && options !== null;
  ReflectApply(EventEmitter, this, isBag ? [options] : []);
  if (typeof options === 'function') {
    connectionListener = options;
    options = { __proto__: null };
  } else if (options == null || typeof options === 'object')
    options = { __proto__: null, ...options };
  else
    throw new codes.ERR_INVALID_ARG_TYPE('options', 'Object', options);
  if (typeof connectionListener === 'function')
    this.on('connection', connectionListener);
  if (options.keepAliveInitialDelay !== undefined) {
    validateNumber(options.keepAliveInitialDelay, 'options.keepAliveInitialDelay');
    if (options.keepAliveInitialDelay < 0)
      options.keepAliveInitialDelay = 0;
  }
  if (options.highWaterMark !== undefined) {
    validateNumber(options.highWaterMark, 'options.highWaterMark');
    if (options.highWaterMark < 0)
      options.highWaterMark = require('internal/streams/state').getDefaultHighWaterMark();
  }
  this._connections = 0;
  this._handle = null;
  this._usingWorkers = false;
  this._workers = [];
  this._unref = false;
  this._listeningId = 1;
  this.allowHalfOpen = !!options.allowHalfOpen;
  this.pauseOnConnect = !!options.pauseOnConnect;
  this.noDelay = !!options.noDelay;
  this.keepAlive = !!options.keepAlive;
  this.keepAliveInitialDelay = ~~((options.keepAliveInitialDelay ?? 0) / 1000);
  this.highWaterMark = options.highWaterMark ??
    require('internal/streams/state').getDefaultHighWaterMark();
  if (options.blockList)
    this.blockList = checkBlockList(options.blockList);
}
ObjectSetPrototypeOf(Server.prototype, EventEmitter.prototype);
shield(Server.prototype, [
  '_connections', '_handle', '_usingWorkers', '_workers', '_unref', '_listeningId',
  'allowHalfOpen', 'pauseOnConnect', 'noDelay', 'keepAlive', 'keepAliveInitialDelay',
  'highWaterMark', 'blockList',
]);
ObjectSetPrototypeOf(Server, EventEmitter);

const proto = Server.prototype;

// ---- Listening ----

proto.listen = function(...args) {
  const normalized = ArrayIsArray(args[0]) && args[0][kNormalized] ? args[0] : normalizeArgs(args);
  const { 0: given, 1: callback } = normalized;
  let options = ownOptions(given);
  const bound = given[kAdopt] !== undefined ? given : options.handle;
  if (this._handle)
    throw new codes.ERR_SERVER_ALREADY_LISTEN();
  if (callback !== null)
    this.once('listening', callback);
  publishListening(this, options);
  const backlog = options.backlog || toPort(args.length > 1 && args[1]) ||
    toPort(args.length > 2 && args[2]);

  if (typeof bound === 'object' && bound !== null && bound[kAdopt] !== undefined) {
    if (bound.isPipe)
      this._pipeName = bound.address();
    this._handle = bound[kAdopt]();
    this._listen2(null, -1, -1, backlog);
    return this;
  }
  options = options._handle || options.handle || options;
  if (options instanceof require('internal/handle').Handle) {
    this._handle = options;
    this._listen2(null, -1, -1, backlog);
    return this;
  }
  addSignal(this, options);
  if (typeof options.fd === 'number' && options.fd >= 0) {
    listenShared(this, options, null, null, null, backlog, options.fd);
    return this;
  }
  // listen(undefined) and listen(callback) mean any port.
  if (args.length === 0 || typeof args[0] === 'function' ||
      (options.port === undefined && 'port' in options) || options.port === null)
    options = { __proto__: null, ...options, port: 0 };
  if (typeof options.port === 'number' || typeof options.port === 'string') {
    validatePort(options.port, 'options.port');
    listenOnPort(this, options, backlog);
    return this;
  }
  if (options.path && isPipeName(options.path)) {
    listenOnPath(this, options, backlog);
    return this;
  }
  if (!('port' in options || 'path' in options))
    throw new codes.ERR_INVALID_ARG_VALUE(
      'options', given, 'must have the property "port" or "path"');
  throw new codes.ERR_INVALID_ARG_VALUE('options', given);
};

function addSignal(server, { signal }) {
  if (signal === undefined)
    return;
  validateAbortSignal(signal, 'options.signal');
  const close = () => server.close();
  if (signal.aborted)
    process.nextTick(close);
  else {
    const stop = require('internal/streams/add_abort_signal').onceAborted(signal, close);
    server.once('close', stop);
  }
}

function listenOnPort(server, options, backlog) {
  const port = options.port | 0;
  let flags = 0;
  if (options.ipv6Only === true)
    flags |= internalBinding('tcp_wrap').UV_TCP_IPV6ONLY;
  if (options.reusePort)
    flags |= internalBinding('tcp_wrap').UV_TCP_REUSEPORT;
  if (!options.host) {
    listenShared(server, options, null, port, 4, backlog, undefined, flags);
    return;
  }
  const family = isIP(options.host);
  if (family) {
    listenShared(server, options, options.host, port, family, backlog, undefined, flags);
    return;
  }
  const id = server._listeningId;
  require('dns').lookup(options.host, { __proto__: null, all: true }, (err, addresses) => {
    if (id !== server._listeningId)
      return; // closed meanwhile
    if (err) {
      server.emit('error', err);
      return;
    }
    const { address, family: found } = usableAddress(addresses);
    listenShared(server, options, address, port, found, backlog, undefined, flags);
  });
}

// The first address that is not only one of a link (fe80::/10): such an address needs the name of
// an interface.
function usableAddress(addresses) {
  const { BlockList } = require('internal/net/blocklist');
  const ofLinks = new BlockList();
  ofLinks.addSubnet('fe80::', 10, 'ipv6');
  for (let i = 0; i < addresses.length; i++) {
    if (addresses[i].family !== 6 || !ofLinks.check(addresses[i].address, 'ipv6'))
      return addresses[i];
  }
  return addresses[0];
}

function listenOnPath(server, options, backlog) {
  if (options.path[0] === '\0' && (options.readableAll || options.writableAll))
    throw new codes.ERR_INVALID_ARG_VALUE(
      'options', options,
      'can not set readableAll or writableAllt to true when path is abstract unix socket');
  server._pipeName = options.path;
  if (listenShared(server, options, options.path, -1, -1, backlog) || !server._handle)
    return;
  const err = setPipeMode(server._handle, options);
  if (err) {
    server._handle.close();
    server._handle = null;
    throw errnoException(err, 'uv_pipe_chmod');
  }
}

// Who may connect to a unix socket. Returns an errno.
function setPipeMode(handle, { readableAll, writableAll }) {
  const { UV_READABLE, UV_WRITABLE } = internalBinding('pipe_wrap');
  const mode = (readableAll ? UV_READABLE : 0) | (writableAll ? UV_WRITABLE : 0);
  return mode === 0 ? 0 : handle.fchmod(mode);
}

// In a worker of a cluster the primary provides the handle, unless the server is to have the
// address for itself. Returns whether it does.
function listenShared(server, options, address, port, family, backlog, fd, flags) {
  const cluster = modules.cluster?.exports;
  if (cluster === undefined || cluster.isPrimary || options.exclusive || options.reusePort) {
    server._listen2(address, port, family, backlog, fd, flags);
    return false;
  }
  const { readableAll, writableAll } = options;
  const id = server._listeningId;
  const query = { address, port, addressType: family, fd, flags, backlog, readableAll,
                  writableAll };
  cluster._getServer(server, query, (err, handle) => {
    if (id !== server._listeningId || server._handle) {
      handle?.close(); // the server was closed meanwhile, or listens by another call
      return;
    }
    if (err) {
      server.emit('error', exceptionWithHostPort(err, 'bind', address, port));
      return;
    }
    server._handle = handle;
    server._listen2(address, port, family, backlog, fd, flags);
  });
  return true;
}

// A bound handle, or an errno.
function createServerHandle(address, port, family, fd, flags) {
  const { Pipe, TCP } = require('internal/handle');
  if (typeof fd === 'number' && fd >= 0) {
    const type = internalBinding('stdio').guessHandleType(fd);
    if (type !== 'PIPE' && type !== 'TCP')
      return UV_EINVAL;
    const handle = type === 'PIPE' ? new Pipe(undefined, 'PIPESERVERWRAP') :
      new TCP(undefined, 'TCPSERVERWRAP');
    return checked(handle, handle.open(fd));
  }
  if (port === -1 && family === -1) {
    const handle = new Pipe(undefined, 'PIPESERVERWRAP');
    return checked(handle, handle.bind(address));
  }
  const handle = new TCP(undefined, 'TCPSERVERWRAP');
  if (address)
    return checked(handle, handle.bind(address, port, flags || 0));
  // Any address: one socket serves both families if the system has IPv6.
  const err = handle.bind('::', port, flags || 0);
  if (!err)
    return handle;
  handle.close();
  const four = new TCP(undefined, 'TCPSERVERWRAP');
  return checked(four, four.bind('0.0.0.0', port, flags || 0));
}

function checked(handle, err) {
  if (!err)
    return handle;
  handle.close();
  return err;
}

proto._listen2 = function(address, port, family, backlog, fd, flags) {
  if (!this._handle) {
    let result;
    if (!address && typeof fd !== 'number') {
      result = createServerHandle('::', port, 6, fd, flags);
      if (typeof result === 'number') {
        result = createServerHandle('0.0.0.0', port, family = 4, fd, flags);
        address = '0.0.0.0';
      } else {
        address = '::';
        family = 6;
      }
    } else
      result = createServerHandle(address, port, family, fd, flags);
    if (typeof result === 'number') {
      const err = uvExceptionWithHostPort(result, 'listen', address, port);
      publishListenError(this, err);
      process.nextTick(emitError, this, err);
      return;
    }
    this._handle = result;
  }
  const handle = this._handle;
  handle.owner = this;
  handle.onconnection = accepted;
  this._connectionKey = `${family}:${address}:${port}`;
  const err = handle.listen(backlog || BACKLOG);
  if (err) {
    const failure = uvExceptionWithHostPort(err, 'listen', address, port);
    handle.close();
    this._handle = null;
    publishListenError(this, failure);
    process.nextTick(emitError, this, failure);
    return;
  }
  publishListened(this);
  if (this._unref)
    this.unref();
  tickOf(this._handle, emitListening, this);
};

function emitError(server, err) {
  server.emit('error', err);
}

function emitListening(server) {
  if (server._handle)
    server.emit('listening');
}

// ---- Accepting ----

function accepted(status, handle) {
  const server = this.owner;
  if (status) {
    server.emit('error', errnoException(status, 'accept'));
    return;
  }
  const isFull = server.maxConnections != null && server._connections >= server.maxConnections;
  if (isFull || isBlocked(server, handle)) {
    drop(server, handle, isFull);
    return;
  }
  const { Socket } = require('internal/net/socket');
  const socket = new Socket({
    __proto__: null,
    handle,
    allowHalfOpen: server.allowHalfOpen,
    pauseOnCreate: server.pauseOnConnect,
    readable: true,
    writable: true,
    readableHighWaterMark: server.highWaterMark,
    writableHighWaterMark: server.highWaterMark,
    noDelay: server.noDelay,
    keepAlive: server.keepAlive,
    keepAliveInitialDelay: server.keepAliveInitialDelay * 1000,
  });
  server._connections++;
  socket.server = server;
  socket._server = server;
  server.emit('connection', socket);
  publishSocket('net.server.socket', socket);
}

function isBlocked(server, handle) {
  if (!server.blockList)
    return false;
  const out = { __proto__: null };
  return handle.getpeername?.(out) === 0 &&
    server.blockList.check(out.address, StringPrototypeToLowerCase.call(out.family));
}

function drop(server, handle, isFull) {
  if (isFull) {
    const local = { __proto__: null };
    const remote = { __proto__: null };
    if (handle.getsockname) {
      handle.getsockname(local);
      handle.getpeername(remote);
    }
    server.emit('drop', handle.getsockname ? {
      localAddress: local.address, localPort: local.port, localFamily: local.family,
      remoteAddress: remote.address, remotePort: remote.port, remoteFamily: remote.family,
    } : undefined);
  }
  handle.close();
}

// ---- Closing ----

proto.close = function(callback) {
  if (typeof callback === 'function') {
    if (!this._handle)
      this.once('close', () => callback(new codes.ERR_SERVER_NOT_RUNNING()));
    else
      this.once('close', callback);
  }
  this._listeningId++;
  if (this._handle) {
    this._handle.close();
    this._handle = null;
  }
  if (this._usingWorkers)
    closeInWorkers(this);
  else
    this._emitCloseIfDrained();
  return this;
};

// Other processes have connections of this server. Until they are closed, they count as one.
function closeInWorkers(server) {
  server._connections++;
  require('internal/child_process/socket_lists').closeAll(server, () => {
    server._connections--;
    server._emitCloseIfDrained();
  });
}

proto._emitCloseIfDrained = function() {
  if (this._handle || this._connections)
    return;
  process.nextTick(() => this.emit('close'));
};

setMethod(proto, SymbolAsyncDispose, async function() {
  if (!this._handle)
    return;
  await new Promise((resolve, reject) => {
    this.close((err) => (err ? reject(err) : resolve()));
  });
});

setMethod(proto, SymbolFor('nodejs.rejection'), function(err, event, socket) {
  if (event === 'connection')
    socket.destroy(err);
  else
    this.emit('error', err);
});

// ---- Transfer lists of messages ----

const moves = () => require('internal/net/transfer');
defineHidden(proto, {
  __proto__: null,
  [kBeforeTransfer]() { moves().checkServer(this); },
  [kTransfer]() { return moves().moveServer(this); },
  [kPack]() { return moves().packServer(this); },
});

// ---- Properties ----

setMethod(proto, 'address', function() {
  if (this._handle?.getsockname) {
    const out = { __proto__: null };
    const err = this._handle.getsockname(out);
    if (err)
      throw errnoException(err, 'address');
    return { address: out.address, family: out.family, port: out.port };
  }
  return this._pipeName && this._handle ? this._pipeName : null;
});

proto.getConnections = function(callback) {
  if (this._usingWorkers)
    require('internal/child_process/socket_lists').countAll(this, callback);
  else
    process.nextTick(callback, null, this._connections);
  return this;
};

ObjectDefineProperty(proto, 'listening', {
  __proto__: null, configurable: true, enumerable: true,
  get() { return !!this._handle; },
});

setMethod(proto, 'ref', function() {
  this._unref = false;
  this._handle?.ref();
  return this;
});

setMethod(proto, 'unref', function() {
  this._unref = true;
  this._handle?.unref();
  return this;
});

module.exports = { Server, createServerHandle, setPipeMode };
