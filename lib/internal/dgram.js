'use strict';
// dgram.Socket, from construction to close. Sending is in dgram/send.js, socket options and
// multicast groups in dgram/options.js.
//
// (1) The state is one object under kStateSymbol. Its handle is null after close(); then every
//     method but ref() and unref() throws ERR_SOCKET_DGRAM_NOT_RUNNING.
// (2) bind() and connect() look the address up and therefore complete later. Operations that need a
//     bound socket wait in state.queue until 'listening' or 'error' (dgram/send.js).

const {
  NumberIsInteger, ObjectDefineProperty, ObjectSetPrototypeOf, Promise, ReflectApply, Symbol,
  SymbolAsyncDispose,
} = primordials;
const EventEmitter = require('events');
const { modules } = require('internal/bootstrap/loader');
const { codes, errnoException, exceptionWithHostPort } = require('internal/errors');
const { validateAbortSignal, validateFunction, validateObject, validatePort, validateString,
        validateUint32 } = require('internal/validators');
const { isIP, isIPv4, isIPv6 } = require('internal/net/ip');
const { UDP } = require('internal/dgram/handle');
const { onceAborted } = require('internal/streams/add_abort_signal');
const { setMethod } = require('internal/prototypes');

const kStateSymbol = Symbol('state symbol');
const UNBOUND = 0, BINDING = 1, BOUND = 2;
const DISCONNECTED = 0, CONNECTING = 1, CONNECTED = 2;

let channel;
function publish(socket) {
  channel ??= require('diagnostics_channel').channel('udp.socket');
  if (channel.hasSubscribers)
    channel.publish({ __proto__: null, socket });
}

// ---- Making ----

// Makes a handle with a method that looks up addresses of its family. By default an address of that
// family is returned without a look-up; a look-up function of the program is called for each.
function newHandle(type, lookup) {
  if (lookup !== undefined)
    validateFunction(lookup, 'lookup');
  if (type !== 'udp4' && type !== 'udp6')
    throw new codes.ERR_SOCKET_BAD_TYPE();
  const family = type === 'udp4' ? 4 : 6;
  const local = type === 'udp4' ? '127.0.0.1' : '::1';
  const isOfFamily = type === 'udp4' ? isIPv4 : isIPv6;
  const handle = new UDP((address, callback) => {
    const name = address || local;
    if (lookup !== undefined)
      lookup(name, family, callback);
    else if (isOfFamily(name))
      process.nextTick(callback, null, name, family);
    else
      require('dns').lookup(name, family, callback);
  });
  let last; // most sockets send to one address, or to that of the last message
  handle.isPlain = (address) => {
    if (address === last)
      return true;
    if (lookup !== undefined || !isOfFamily(address))
      return false;
    last = address;
    return true;
  };
  return handle;
}

function checkBlockList(list, name) {
  if (list && !require('internal/net/blocklist').BlockList.isBlockList(list))
    throw new codes.ERR_INVALID_ARG_TYPE(`options.${name}`, 'net.BlockList', list);
  return list || undefined;
}

function checkSize(size, name) {
  if (size)
    validateUint32(size, `options.${name}`);
  return size || undefined;
}

const NO_OPTIONS = { __proto__: null };

function Socket(type, listener) {
  ReflectApply(EventEmitter, this, []);
  let options = NO_OPTIONS;
  if (type !== null && typeof type === 'object') {
    options = { __proto__: null, ...type };
    ({ type } = options);
  }
  const { lookup, signal } = options;
  const state = {
    __proto__: null,
    handle: newHandle(type, lookup),
    receiving: false,
    bindState: UNBOUND,
    connectState: DISCONNECTED,
    queue: undefined,
    reuseAddr: options.reuseAddr,
    reusePort: options.reusePort,
    ipv6Only: options.ipv6Only,
    recvBufferSize: checkSize(options.recvBufferSize, 'recvBufferSize'),
    sendBufferSize: checkSize(options.sendBufferSize, 'sendBufferSize'),
    receiveBlockList: checkBlockList(options.receiveBlockList, 'receiveBlockList'),
    sendBlockList: checkBlockList(options.sendBlockList, 'sendBlockList'),
  };
  state.handle.owner = this;
  setMethod(this, 'type', type);
  ObjectDefineProperty(this, kStateSymbol, {
    __proto__: null, value: state, writable: true, configurable: true, enumerable: false,
  });
  if (typeof listener === 'function')
    this.on('message', listener);
  if (signal !== undefined)
    addSignal(this, signal);
  publish(this);
}
ObjectSetPrototypeOf(Socket.prototype, EventEmitter.prototype);
ObjectSetPrototypeOf(Socket, EventEmitter);

function addSignal(socket, signal) {
  validateAbortSignal(signal, 'options.signal');
  const onAborted = () => {
    if (socket[kStateSymbol].handle)
      socket.close();
  };
  if (signal.aborted)
    onAborted();
  else
    socket.once('close', onceAborted(signal, onAborted));
}

// The state of an open socket.
function checkRunning(socket) {
  const state = socket[kStateSymbol];
  if (!state.handle)
    throw new codes.ERR_SOCKET_DGRAM_NOT_RUNNING();
  return state;
}

// ---- Receiving ----

function onMessage(nread, handle, message, sender) {
  const socket = handle.owner;
  if (nread < 0) {
    socket.emit('error', errnoException(nread, 'recvmsg'));
    return;
  }
  const list = socket[kStateSymbol].receiveBlockList;
  if (list?.check(sender.address, sender.family === 'IPv6' ? 'ipv6' : 'ipv4'))
    return;
  socket.emit('message', message, sender);
}

function startReceiving(socket) {
  const state = socket[kStateSymbol];
  state.handle.onmessage = onMessage;
  const err = state.handle.recvStart();
  if (err !== 0)
    throw errnoException(err, 'recvStart');
  state.receiving = true;
  state.bindState = BOUND;
  if (state.recvBufferSize)
    socket.setRecvBufferSize(state.recvBufferSize);
  if (state.sendBufferSize)
    socket.setSendBufferSize(state.sendBufferSize);
}

function startListening(socket) {
  startReceiving(socket);
  socket.emit('listening');
}

// ---- Binding ----

function flagsOf({ reuseAddr, reusePort, ipv6Only }) {
  const { UV_UDP_IPV6ONLY, UV_UDP_REUSEADDR, UV_UDP_REUSEPORT } = internalBinding('udp_wrap');
  return (reuseAddr ? UV_UDP_REUSEADDR : 0) | (ipv6Only ? UV_UDP_IPV6ONLY : 0) |
    (reusePort ? UV_UDP_REUSEPORT : 0);
}

const anyAddress = (socket) => (socket.type === 'udp4' ? '0.0.0.0' : '::');

// `callback` is called once the socket listens, unless there is an error before.
function onceListening(socket, callback) {
  const remove = () => {
    socket.removeListener('error', remove);
    socket.removeListener('listening', onListening);
  };
  function onListening() {
    remove();
    ReflectApply(callback, this, []);
  }
  socket.on('error', remove);
  socket.on('listening', onListening);
}

// The socket has `handle` from now on.
function adopt(socket, handle) {
  const state = socket[kStateSymbol];
  if (handle.lookup === undefined) { // it comes from another process
    handle.lookup = state.handle.lookup;
    handle.isPlain = state.handle.isPlain;
  }
  state.handle.close();
  state.handle = handle;
  handle.owner = socket;
  startListening(socket);
}

// In a worker of a cluster the primary binds, unless the socket is exclusive.
const isShared = (options, state) => {
  const cluster = modules.cluster?.exports;
  return cluster !== undefined && cluster.isWorker && !options.exclusive && !state.reusePort;
};

function bindShared(socket, state, query) {
  modules.cluster.exports._getServer(socket, query, (err, handle) => {
    if (!state.handle) {
      handle?.close(); // the socket was closed meanwhile
      return;
    }
    if (err) {
      state.bindState = UNBOUND;
      socket.emit('error', exceptionWithHostPort(err, 'bind', query.address, query.port));
      return;
    }
    adopt(socket, handle);
  });
}

// For the primary of a cluster: a bound handle, or an errno.
function createHandle(address, port, type, fd, flags) {
  const handle = newHandle(type);
  const err = typeof fd === 'number' && fd > 0 ? handle.open(fd) :
    handle.bind(address, port || 0, flags);
  if (!err)
    return handle;
  handle.close();
  return err;
}

function bindFd(socket, fd) {
  const state = socket[kStateSymbol];
  const type = internalBinding('stdio').guessHandleType(fd);
  state.bindState = UNBOUND;
  if (type !== 'UDP')
    throw new codes.ERR_INVALID_FD_TYPE(type);
  const err = state.handle.open(fd);
  if (err)
    throw errnoException(err, 'open');
  startListening(socket);
}

setMethod(Socket.prototype, 'bind', function bind(port_, address_ /* , callback */) {
  const state = checkRunning(this);
  if (state.bindState !== UNBOUND)
    throw new codes.ERR_SOCKET_ALREADY_BOUND();
  state.bindState = BINDING;
  const callback = arguments.length > 0 ? arguments[arguments.length - 1] : undefined;
  if (typeof callback === 'function')
    onceListening(this, callback);

  let port = port_, address = address_, options = NO_OPTIONS;
  if (port !== null && typeof port === 'object') {
    if (port instanceof UDP) {
      adopt(this, port);
      return this;
    }
    options = { __proto__: null, ...port };
    if (NumberIsInteger(port.fd) && port.fd > 0) {
      if (isShared(options, state))
        bindShared(this, state, { address: null, port: null, addressType: this.type, fd: port.fd,
                                  flags: null });
      else
        bindFd(this, port.fd);
      return this;
    }
    ({ address, port } = options);
  } else if (typeof address === 'function')
    address = '';
  bindLater(this, state, options, port, address || anyAddress(this));
  return this;
});

function bindLater(socket, state, options, port, address) {
  state.handle.lookup(address, (error, ip) => {
    if (!state.handle)
      return; // closed meanwhile
    if (error) {
      state.bindState = UNBOUND;
      socket.emit('error', error);
      return;
    }
    if (isShared(options, state)) {
      bindShared(socket, state, { address: ip, port: port || 0, addressType: socket.type, fd: -1,
                                  flags: flagsOf(state) });
      return;
    }
    const err = state.handle.bind(ip, port || 0, flagsOf(state));
    if (err) {
      state.bindState = UNBOUND;
      socket.emit('error', exceptionWithHostPort(err, 'bind', ip, port));
      return;
    }
    startListening(socket);
  });
}

// For methods that do not look up names: accepts only an address.
function checkAddress(address, fallback, name, method) {
  if (address === undefined)
    return fallback;
  validateString(address, name);
  if (isIP(address) === 0)
    throw new codes.ERR_INVALID_ARG_VALUE(
      name, address, `must be a numeric IP address; ${method} does not perform DNS resolution`);
  return address;
}

function bindNow(socket, state, address, port) {
  const err = state.handle.bind(address, port, flagsOf(state));
  if (err)
    throw exceptionWithHostPort(err, 'bind', address, port);
  startReceiving(socket);
  process.nextTick(emitIfOpen, socket, 'listening');
}

function emitIfOpen(socket, event) {
  if (socket[kStateSymbol].handle)
    socket.emit(event);
}

setMethod(Socket.prototype, 'bindSync', function bindSync(options = NO_OPTIONS) {
  const state = checkRunning(this);
  validateObject(options, 'options');
  const { address, port = 0 } = { __proto__: null, ...options };
  validatePort(port, 'options.port');
  const ip = checkAddress(address, anyAddress(this), 'options.address', 'bindSync');
  if (state.bindState !== UNBOUND)
    throw new codes.ERR_SOCKET_ALREADY_BOUND();
  bindNow(this, state, ip, port | 0);
  return this.address();
});

// ---- Connecting ----

setMethod(Socket.prototype, 'connect', function connect(port, address, callback) {
  const peerPort = validatePort(port, 'Port', false);
  if (typeof address === 'function') {
    callback = address;
    address = '';
  } else if (address === undefined)
    address = '';
  validateString(address, 'address');
  const state = checkRunning(this);
  if (state.connectState !== DISCONNECTED)
    throw new codes.ERR_SOCKET_DGRAM_IS_CONNECTED();
  state.connectState = CONNECTING;
  require('internal/dgram/send').whenBound(this, state, () => {
    connectLater(this, state, peerPort, address, callback);
  });
});

function connectLater(socket, state, port, address, callback) {
  if (callback)
    socket.once('connect', callback);
  state.handle.lookup(address, (error, ip) => {
    if (!state.handle)
      return;
    const failure = error || connectTo(state, ip, address, port);
    if (failure) {
      state.connectState = DISCONNECTED;
      process.nextTick(connectFailed, socket, failure, callback);
      return;
    }
    state.connectState = CONNECTED;
    process.nextTick(emitIfOpen, socket, 'connect');
  });
}

// An error, or undefined.
function connectTo(state, ip, address, port) {
  if (state.sendBlockList?.check(ip, `ipv${isIP(ip)}`))
    return new codes.ERR_IP_BLOCKED(ip);
  const err = state.handle.connect(ip, port);
  return err ? exceptionWithHostPort(err, 'connect', address, port) : undefined;
}

function connectFailed(socket, error, callback) {
  if (!callback) {
    socket.emit('error', error);
    return;
  }
  socket.removeListener('connect', callback);
  callback(error);
}

setMethod(Socket.prototype, 'connectSync', function connectSync(port, address) {
  const peerPort = validatePort(port, 'Port', false);
  const local = this.type === 'udp4' ? '127.0.0.1' : '::1';
  const ip = checkAddress(address, local, 'address', 'connectSync');
  const state = checkRunning(this);
  if (state.connectState !== DISCONNECTED)
    throw new codes.ERR_SOCKET_DGRAM_IS_CONNECTED();
  if (state.bindState === BINDING)
    throw new codes.ERR_SOCKET_ALREADY_BOUND();
  if (state.sendBlockList?.check(ip, `ipv${isIP(ip)}`))
    throw new codes.ERR_IP_BLOCKED(ip);
  if (state.bindState === UNBOUND)
    bindNow(this, state, anyAddress(this), 0);
  const failure = connectTo(state, ip, ip, peerPort);
  if (failure)
    throw failure;
  state.connectState = CONNECTED;
  process.nextTick(emitIfOpen, this, 'connect');
});

setMethod(Socket.prototype, 'disconnect', function disconnect() {
  const state = checkRunning(this);
  if (state.connectState !== CONNECTED)
    throw new codes.ERR_SOCKET_DGRAM_NOT_CONNECTED();
  const err = state.handle.disconnect();
  if (err)
    throw errnoException(err, 'connect');
  state.connectState = DISCONNECTED;
});

// ---- The end ----

setMethod(Socket.prototype, 'close', function close(callback) {
  const state = this[kStateSymbol];
  if (typeof callback === 'function')
    this.on('close', callback);
  if (state.queue !== undefined) {
    state.queue.push(() => this.close());
    return this;
  }
  checkRunning(this);
  state.receiving = false;
  state.handle.close();
  state.handle = null;
  process.nextTick(emitClose, this);
  return this;
});

function emitClose(socket) {
  socket.emit('close');
}

setMethod(Socket.prototype, SymbolAsyncDispose, async function() {
  if (!this[kStateSymbol].handle)
    return;
  await new Promise((resolve, reject) => {
    this.close((error) => (error ? reject(error) : resolve()));
  });
});

// ---- Facts ----

setMethod(Socket.prototype, 'address', function address() {
  const out = { address: undefined, family: undefined, port: undefined };
  const err = checkRunning(this).handle.getsockname(out);
  if (err)
    throw errnoException(err, 'getsockname');
  return out;
});

setMethod(Socket.prototype, 'remoteAddress', function remoteAddress() {
  const state = checkRunning(this);
  if (state.connectState !== CONNECTED)
    throw new codes.ERR_SOCKET_DGRAM_NOT_CONNECTED();
  const out = { address: undefined, family: undefined, port: undefined };
  const err = state.handle.getpeername(out);
  if (err)
    throw errnoException(err, 'getpeername');
  return out;
});

setMethod(Socket.prototype, 'ref', function ref() {
  this[kStateSymbol].handle?.ref();
  return this;
});

setMethod(Socket.prototype, 'unref', function unref() {
  this[kStateSymbol].handle?.unref();
  return this;
});

module.exports = {
  Socket, createHandle, kStateSymbol, checkRunning, UNBOUND, BOUND, CONNECTED,
};
require('internal/dgram/send');
require('internal/dgram/options');
