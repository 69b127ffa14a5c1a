'use strict';
// net.Socket: a Duplex over a handle of the loop.
//
// (1) `_handle` is null before connect() and after destroy(); nothing else closes it.
// (2) The handle reads until push() returns false, and again after _read().
// (3) One write is in flight at a time, as Writable ensures. A write that the kernel accepts at
//     once makes no request and calls back before it returns.
// (4) 'close' is emitted by the close callback of the handle, in the close phase.

const {
  ArrayIsArray, MathMax, NumberIsFinite, NumberIsNaN, ObjectDefineProperty, ObjectKeys,
  ObjectSetPrototypeOf, ReflectApply, SafeArray, Symbol, TypedArrayPrototypeSet,
  TypedArrayPrototypeSubarray, Uint8Array,
} = primordials;
const { defineHidden, setMethod, shield } = require('internal/prototypes');
const { Duplex } = require('internal/streams/duplex');
const { codes, errnoException } = require('internal/errors');
const { validateAbortSignal, validateFunction, validateInt32, validateNumber } =
  require('internal/validators');
const { bufferByteLength, bufferFrom } = require('internal/buffer');
const { clearTimeout, setTimeout } = require('timers');
const { checkBlockList, kAdopt, ownOptions } = require('internal/net/args');
const { ticksAreSeen } = require('internal/process/task_queues');
const { kKeepsReading } = require('internal/streams/state');
const { kBeforeTransfer, kPack, kTransfer } = require('internal/messaging/transfer');

const kTimeout = Symbol('timeout');
const kLastQueueSize = Symbol('lastWriteQueueSize');
const kNoDelay = Symbol('noDelay');
const kKeepAlive = Symbol('keepAlive');
const kBytesRead = Symbol('bytesRead');
const kBytesWritten = Symbol('bytesWritten');
const kHandle = Symbol('handle');
const kTypeOfService = Symbol('typeOfService');
const kOnRead = Symbol('onread');
const kWriteCallback = Symbol('writeCallback');
const kAfterWrite = Symbol('afterWrite');
const { UV_ECANCELED, UV_ENOTCONN, UV_EOF } = internalBinding('uv');

const nop = () => {};

function Socket(options) {
  if (!(this instanceof Socket))
    return new Socket(options);
  options = typeof options === 'number' ? { __proto__: null, fd: options } : ownOptions(options);
  refuseObjectMode(options, 'objectMode');
  refuseObjectMode(options, 'readableObjectMode');
  refuseObjectMode(options, 'writableObjectMode');
  options = { __proto__: null, ...options };
  if (options.keepAliveInitialDelay !== undefined)
    validateNumber(options.keepAliveInitialDelay, 'options.keepAliveInitialDelay');

  this.connecting = false;
  this._hadError = false;
  this._parent = null;
  this._host = null;
  this[kHandle] = null;
  this[kTimeout] = null;
  this[kLastQueueSize] = 0;
  this[kOnRead] = null;
  this[kWriteCallback] = null; // of the write that is under way
  this[kAfterWrite] = null;    // the function that ends it, made once

  const { fd, handle, onread, signal } = options;
  options.signal = undefined;
  options.allowHalfOpen = !!options.allowHalfOpen;
  options.emitClose = false;
  options.autoDestroy = true;
  options.decodeStrings = false;
  if (options.blockList)
    checkBlockList(options.blockList);
  ReflectApply(Duplex, this, [options]);

  this._sockname = null;
  this._peername = null;
  this._pendingData = null;
  this._pendingEncoding = '';
  this.server = null;
  this._server = null;
  this[kNoDelay] = !!options.noDelay;
  this[kKeepAlive] = options.keepAlive ? keepAliveSetting(options) : null;
  this[kBytesRead] = 0;
  this[kBytesWritten] = 0;

  if (handle) {
    this._handle = handle[kAdopt] !== undefined ? handle[kAdopt]() : handle;
  } else if (fd !== undefined) {
    this._handle = openDescriptor(fd);
  }
  if (onread !== null && typeof onread === 'object' &&
      (onread.buffer instanceof Uint8Array || typeof onread.buffer === 'function') &&
      typeof onread.callback === 'function')
    this[kOnRead] = { __proto__: null,
                      generate: typeof onread.buffer === 'function' ? onread.buffer : null,
                      buffer: typeof onread.buffer === 'function' ? onread.buffer() : onread.buffer,
                      callback: onread.callback, rest: null };
  this.on('end', onEnd);
  if (this._handle)
    attach(this);
  if (signal)
    addSignal(this, signal);

  // One that is only bound is read when it is connected.
  if (this._handle && !this._handle.bound && options.readable !== false &&
      !options.noDelayedRead)
    beginReading(this, options);
}
ObjectSetPrototypeOf(Socket.prototype, Duplex.prototype);
shield(Socket.prototype, [
  '_handle', '_sockname', '_peername', '_pendingData', '_pendingEncoding', '_server', 'server',
  'timeout',
]);
ObjectSetPrototypeOf(Socket, Duplex);

function beginReading(socket, { manualStart, pauseOnCreate }) {
  if (pauseOnCreate) {
    socket._handle.reading = false;
    socket._handle.readStop();
    socket.readableFlowing = false;
  } else if (!manualStart)
    socket.read(0);
}

function refuseObjectMode(options, name) {
  if (options?.[name])
    throw new codes.ERR_INVALID_ARG_VALUE(`options.${name}`, options[name], 'is not supported');
}

function keepAliveSetting({ keepAliveInitialDelay = 0 }) {
  return { __proto__: null, on: true, delay: MathMax(~~(keepAliveInitialDelay / 1000), 0) };
}

function addSignal(socket, signal) {
  validateAbortSignal(signal, 'options.signal');
  require('internal/streams/add_abort_signal').addAbortSignal(signal, socket);
}

function openDescriptor(fd) {
  validateInt32(fd, 'fd', 0);
  const { Pipe, TCP } = require('internal/handle');
  const type = internalBinding('stdio').guessHandleType(fd);
  if (type !== 'PIPE' && type !== 'TCP')
    throw new codes.ERR_INVALID_FD_TYPE(type);
  const handle = type === 'PIPE' ? new Pipe() : new TCP();
  const err = handle.open(fd);
  if (err) {
    handle.close();
    throw errnoException(err, 'open');
  }
  if ((fd === 1 || fd === 2) && type === 'PIPE')
    handle.setBlocking(true);
  return handle;
}

// Connects a new handle with its socket.
function attach(socket) {
  const handle = socket._handle;
  handle.owner = socket;
  handle.onread = socket[kOnRead] ? intoBuffer : intoStream;
  if (socket[kNoDelay])
    handle.setNoDelay?.(true);
  if (socket[kKeepAlive])
    handle.setKeepAlive?.(true, socket[kKeepAlive].delay);
}

const proto = Socket.prototype;
const { end, write } = Duplex.prototype;

ObjectDefineProperty(proto, '_handle', {
  __proto__: null, configurable: false, enumerable: false,
  get() { return this[kHandle]; },
  set(handle) { this[kHandle] = handle; },
});

// ---- Reading ----

function intoStream(buffer, nread) {
  const socket = this.owner;
  refreshTimer(socket);
  if (nread > 0) {
    if (!socket.push(buffer)) {
      this.reading = false;
      if (!socket.destroyed)
        stopReading(socket, this);
    }
    return;
  }
  readEnded(socket, nread);
}

// The option `onread`: reads into a buffer of the program and calls its callback, not the stream.
function intoBuffer(buffer, nread) {
  const socket = this.owner;
  refreshTimer(socket);
  if (nread <= 0)
    return readEnded(socket, nread);
  socket[kOnRead].rest = buffer;
  deliverRest(socket, this);
}

// Calls the callback until the program pauses. The rest waits for resume().
function deliverRest(socket, handle) {
  const target = socket[kOnRead];
  while (target.rest !== null && handle.reading && !socket.destroyed) {
    const part = TypedArrayPrototypeSubarray.call(target.rest, 0, target.buffer.length);
    target.rest = part.length < target.rest.length ?
      TypedArrayPrototypeSubarray.call(target.rest, part.length) : null;
    TypedArrayPrototypeSet.call(target.buffer, part);
    const isWanted = ReflectApply(target.callback, socket, [part.length, target.buffer]) !== false;
    if (target.generate)
      target.buffer = target.generate();
    if (!isWanted && handle.reading && !socket.destroyed) {
      handle.reading = false;
      stopReading(socket, handle);
    }
  }
}

function stopReading(socket, handle) {
  const err = handle.readStop();
  if (err)
    socket.destroy(errnoException(err, 'read'));
}

function readEnded(socket, nread) {
  if (nread !== UV_EOF) {
    socket.destroy(errnoException(nread, 'read'));
    return;
  }
  socket.push(null);
  socket.read(0);
}

function startReading(socket) {
  const handle = socket._handle;
  handle.reading = true;
  if (socket[kOnRead]?.rest) {
    deliverRest(socket, handle);
    if (!handle.reading || socket.destroyed)
      return;
  }
  const err = handle.readStart();
  if (err)
    socket.destroy(errnoException(err, 'read'));
}

proto._read = function(n) {
  if (this.connecting || !this._handle)
    this.once('connect', () => this._read(n));
  else if (!this._handle.reading)
    startReading(this);
};

const canStart = (socket) =>
  socket[kOnRead] && !socket.connecting && socket._handle && !socket._handle.reading;

// `super` calls a method of the stream without Function.prototype.call, and as fast.
const overrides = {
  __proto__: Duplex.prototype,

  pause() {
    const handle = this._handle;
    if (this[kOnRead] && !this.connecting && handle?.reading) {
      handle.reading = false;
      if (!this.destroyed)
        stopReading(this, handle);
    }
    return super.pause();
  },

  resume() {
    if (canStart(this))
      startReading(this);
    return super.resume();
  },

  read(n) {
    if (canStart(this))
      startReading(this);
    return super.read(n);
  },
};
proto.pause = overrides.pause;
proto.resume = overrides.resume;
setMethod(proto, 'read', overrides.read);

// While the handle reads, _read() does nothing: a tick that calls it after each read is not needed.
const { _read } = proto;
defineHidden(proto, {
  __proto__: null,
  [kKeepsReading]() {
    return this[kHandle]?.reading === true && !this.connecting && this._read === _read &&
      this.read === overrides.read && !ticksAreSeen();
  },
});

// Without allowHalfOpen, a write after the end of the peer is an error with this message.
function onEnd() {
  if (!this.allowHalfOpen)
    this.write = writeAfterEnd;
}

function writeAfterEnd(chunk, encoding, callback) {
  if (!this.writableEnded)
    return ReflectApply(write, this, [chunk, encoding, callback]);
  if (typeof encoding === 'function')
    callback = encoding;
  const err = require('internal/errors').genericNodeError(
    'This socket has been ended by the other party', { code: 'EPIPE' });
  if (typeof callback === 'function')
    process.nextTick(callback, err);
  this.destroy(err);
  return false;
}

// ---- Writing ----

proto._write = function(data, encoding, callback) {
  this._writeGeneric(false, data, encoding, callback);
};

proto._writev = function(chunks, callback) {
  this._writeGeneric(true, chunks, '', callback);
};

proto._writeGeneric = function(isVector, data, encoding, callback) {
  if (this.connecting) {
    this._pendingData = data;
    this._pendingEncoding = encoding;
    const onClose = () => callback(new codes.ERR_SOCKET_CLOSED_BEFORE_CONNECTION());
    this.once('connect', function() {
      this.removeListener('close', onClose);
      this._writeGeneric(isVector, data, encoding, callback);
    });
    this.once('close', onClose);
    return;
  }
  if (this._pendingData !== null) {
    this._pendingData = null;
    this._pendingEncoding = '';
  }
  const handle = this[kHandle];
  if (!handle) {
    callback(new codes.ERR_SOCKET_CLOSED());
    return false;
  }
  refreshTimer(this);
  const after = this[kWriteCallback] === null ? this[kAfterWrite] ??= afterWriteOf(this) :
    (status) => writeEnded(this, status, callback); // _write() was not called by the stream
  const err = isVector ? sendAll(handle, data, after) : send(handle, data, encoding, after);
  if (err) {
    callback(errnoException(err, 'write'));
  } else if (!handle.async) {
    callback(null);
  } else {
    if (after === this[kAfterWrite])
      this[kWriteCallback] = callback;
    this[kLastQueueSize] = handle.writeQueueSize;
  }
};

const afterWriteOf = (socket) => (status) => {
  const callback = socket[kWriteCallback];
  socket[kWriteCallback] = null;
  writeEnded(socket, status, callback);
};

function writeEnded(socket, status, callback) {
  if (socket.destroyed) {
    callback(status === 0 ? null : errnoException(status, 'write'));
    return;
  }
  if (status < 0) {
    socket.destroy(errnoException(status, 'write'));
    callback(socket.errored);
    return;
  }
  refreshTimer(socket);
  callback(null);
}

function send(handle, data, encoding, after) {
  if (typeof data !== 'string')
    return handle.writeBuffer(data, after);
  if (encoding === 'utf8' || encoding === 'utf-8')
    return handle.writeUtf8(data, after);
  return handle.writeBuffer(bufferFrom(data, encoding), after);
}

// Chunks that were corked together are often empty but for one: an HTTP response and its end.
function onlyOne(chunks) {
  let found = chunks[0];
  for (let i = 1; i < chunks.length; i++) {
    if (chunks[i].chunk.length === 0)
      continue;
    if (found.chunk.length !== 0)
      return undefined;
    found = chunks[i];
  }
  return found;
}

function sendAll(handle, chunks, after) {
  const one = onlyOne(chunks);
  if (one !== undefined)
    return send(handle, one.chunk, one.encoding, after);
  const buffers = new SafeArray();
  for (let i = 0; i < chunks.length; i++) {
    const { chunk, encoding } = chunks[i];
    buffers.push(typeof chunk === 'string' ? bufferFrom(chunk, encoding) : chunk);
  }
  return handle.writev(buffers, after);
}

proto._final = function(callback) {
  if (this.connecting) {
    this.once('connect', () => this._final(callback));
    return;
  }
  const handle = this._handle;
  if (!handle) {
    callback();
    return;
  }
  const err = handle.shutdown((status) => {
    callback(status < 0 && status !== UV_ENOTCONN && status !== UV_ECANCELED ?
      errnoException(status, 'shutdown') : null);
  });
  if (err)
    callback(err === UV_ENOTCONN ? null : errnoException(err, 'shutdown'));
};

setMethod(proto, 'end', function(data, encoding, callback) {
  ReflectApply(end, this, [data, encoding, callback]);
  return this;
});

proto.destroySoon = function() {
  if (this.writable)
    this.end();
  if (this.writableFinished)
    this.destroy();
  else
    this.once('finish', this.destroy);
};

// ---- Closing ----

proto._destroy = function(err, callback) {
  this.connecting = false;
  for (let s = this; s; s = s._parent) {
    clearTimeout(s[kTimeout]);
    s[kTimeout] = null;
  }
  const handle = this._handle;
  if (handle) {
    const hadError = !!err;
    this[kBytesRead] = handle.bytesRead;
    this[kBytesWritten] = handle.bytesWritten;
    const closed = () => this.emit('close', hadError);
    if (this.resetAndClosing) {
      this.resetAndClosing = false;
      const failed = handle.reset(closed);
      if (failed)
        this.emit('error', errnoException(failed, 'reset'));
    } else
      handle.close(closed);
    handle.onread = nop;
    this._handle = null;
    this._sockname = null;
    callback(err);
  } else {
    callback(err);
    process.nextTick(emitClose, this);
  }
  const server = this._server;
  if (server) {
    this._server = null;
    server._connections--;
    server._emitCloseIfDrained?.();
  }
};

function emitClose(socket) {
  socket.emit('close', false);
}

proto.resetAndDestroy = function() {
  const { TCP } = require('internal/handle');
  if (!this._handle) {
    this.destroy(new codes.ERR_SOCKET_CLOSED());
    return this;
  }
  if (!(this._handle instanceof TCP))
    throw new codes.ERR_INVALID_HANDLE_TYPE();
  const reset = () => {
    this.resetAndClosing = true;
    this.destroy();
  };
  if (this.connecting)
    this.once('connect', reset);
  else
    reset();
  return this;
};

proto._reset = function() {
  this.resetAndClosing = true;
  return this.destroy();
};

// ---- Timeouts ----

function refreshTimer(socket) {
  let s = socket;
  do {
    if (s[kTimeout])
      s[kTimeout].refresh();
    s = s._parent;
  } while (s);
}

proto._unrefTimer = function() {
  refreshTimer(this);
};

proto.setTimeout = function(msecs, callback) {
  if (this.destroyed)
    return this;
  msecs = checkDelay(msecs, 'msecs');
  this.timeout = msecs;
  clearTimeout(this[kTimeout]);
  this[kTimeout] = null;
  if (callback !== undefined)
    validateFunction(callback, 'callback');
  if (msecs === 0) {
    if (callback !== undefined)
      this.removeListener('timeout', callback);
  } else {
    this[kTimeout] = setTimeout(() => this._onTimeout(), msecs).unref();
    if (callback !== undefined)
      this.once('timeout', callback);
  }
  return this;
};

function checkDelay(msecs, name) {
  validateNumber(msecs, name);
  if (msecs < 0 || !NumberIsFinite(msecs))
    throw new codes.ERR_OUT_OF_RANGE(name, 'a non-negative finite number', msecs);
  if (msecs > 2147483647) {
    process.emitWarning(`${msecs} does not fit into a 32-bit signed integer.` +
      '\nTimer duration was truncated to 2147483647.', 'TimeoutOverflowWarning');
    return 2147483647;
  }
  return msecs;
}

proto._onTimeout = function() {
  const handle = this._handle;
  const last = this[kLastQueueSize];
  if (last > 0 && handle) {
    // A long write that makes progress is activity.
    const size = handle.writeQueueSize;
    if (size !== last) {
      this[kLastQueueSize] = size;
      refreshTimer(this);
      return;
    }
  }
  this.emit('timeout');
};

// ---- Options ----

proto.setNoDelay = function(enable) {
  enable = enable === undefined || !!enable;
  if (!this._handle) {
    this[kNoDelay] = enable;
    return this;
  }
  if (this._handle.setNoDelay && enable !== this[kNoDelay]) {
    this[kNoDelay] = enable;
    this._handle.setNoDelay(enable);
  }
  return this;
};

proto.setKeepAlive = function(enable, initialDelayMsecs, interval, count) {
  if (enable !== null && typeof enable === 'object')
    ({ enable, initialDelay: initialDelayMsecs, interval, count } = enable);
  const on = !!enable;
  const delay = ~~(initialDelayMsecs / 1000);
  const setting = { __proto__: null, on, delay, count,
                    interval: interval === undefined ? interval : ~~(interval / 1000) };
  if (this._handle?.setKeepAlive && !this.connecting) {
    const old = this[kKeepAlive];
    if (on !== !!old?.on || (on && delay !== old.delay))
      this._handle.setKeepAlive(on, delay, setting.interval, setting.count);
  }
  this[kKeepAlive] = on ? setting : null;
  return this;
};

// The type-of-service byte of the IP header. It is stored until the socket is connected.
proto.setTypeOfService = function(tos) {
  if (NumberIsNaN(tos))
    throw new codes.ERR_INVALID_ARG_TYPE('tos', 'number', tos);
  validateInt32(tos, 'tos', 0, 255);
  if (!this._handle) {
    this[kTypeOfService] = tos;
    return this;
  }
  const err = this._handle.setTypeOfService?.(tos);
  if (err)
    throw errnoException(err, 'setTypeOfService');
  this[kTypeOfService] = tos;
  return this;
};

proto.getTypeOfService = function() {
  if (!this._handle)
    return this[kTypeOfService] ?? 0;
  const result = this._handle.getTypeOfService?.() ?? 0;
  if (result < 0)
    throw errnoException(result, 'getTypeOfService');
  return result;
};

setMethod(proto, 'ref', function() {
  if (!this._handle)
    this.once('connect', this.ref);
  else
    this._handle.ref?.();
  return this;
});

setMethod(proto, 'unref', function() {
  if (!this._handle)
    this.once('connect', this.unref);
  else
    this._handle.unref?.();
  return this;
});

// ---- Properties ----

// For the program: an object like any other.
const addressOf = ({ address, family, port }) => ({ address, family, port });

function nameOf(socket, method, slot) {
  const handle = socket._handle;
  if (!handle?.[method] || socket.connecting)
    return socket[slot] || {};
  if (!socket[slot]) {
    const out = { __proto__: null };
    if (handle[method](out))
      return {};
    socket[slot] = addressOf(out);
  }
  return socket[slot];
}

proto._getpeername = function() {
  return nameOf(this, 'getpeername', '_peername');
};
proto._getsockname = function() {
  if (typeof this._handle?.bound === 'string')
    return { address: this._handle.bound };
  // A socket that is bound has an address before it is connected.
  if (this.connecting && this._handle?.getsockname) {
    const out = { __proto__: null };
    return this._handle.getsockname(out) ? {} : addressOf(out);
  }
  return nameOf(this, 'getsockname', '_sockname');
};
setMethod(proto, 'address', function() {
  return this._getsockname();
});

function pendingBytes(socket) {
  let bytes = 0;
  const lengthOf = (chunk, encoding) =>
    (typeof chunk === 'string' ? bufferByteLength(chunk, encoding) : chunk.length);
  const lengthOfAll = (chunks) => {
    for (let i = 0; i < chunks.length; i++)
      bytes += lengthOf(chunks[i].chunk, chunks[i].encoding);
  };
  lengthOfAll(socket.writableBuffer ?? []);
  const data = socket._pendingData;
  if (ArrayIsArray(data))
    lengthOfAll(data);
  else if (data)
    bytes += lengthOf(data, socket._pendingEncoding);
  return bytes;
}

const facts = {
  __proto__: null,
  bytesRead() { return this._handle ? this._handle.bytesRead : this[kBytesRead]; },
  _bytesDispatched() { return this._handle ? this._handle.bytesWritten : this[kBytesWritten]; },
  bytesWritten() {
    return this._writableState ? this._bytesDispatched + pendingBytes(this) : undefined;
  },
  remoteAddress() { return this._getpeername().address; },
  remoteFamily() { return this._getpeername().family; },
  remotePort() { return this._getpeername().port; },
  localAddress() { return this._getsockname().address; },
  localPort() { return this._getsockname().port; },
  localFamily() { return this._getsockname().family; },
};
const hidden = {
  __proto__: null,
  _connecting() { return this.connecting; },
  pending() { return !this._handle || this.connecting; },
  readyState() {
    if (this.connecting)
      return 'opening';
    if (this.readable && this.writable)
      return 'open';
    if (this.readable)
      return 'readOnly';
    return this.writable ? 'writeOnly' : 'closed';
  },
  bufferSize() { return this._handle ? this.writableLength : undefined; },
};
function defineGetters(getters, enumerable) {
  const names = ObjectKeys(getters);
  for (let i = 0; i < names.length; i++)
    ObjectDefineProperty(proto, names[i], { __proto__: null, enumerable, get: getters[names[i]] });
}
defineGetters(facts, true);
defineGetters(hidden, false);

// ---- Transfer lists of messages ----

const moves = () => require('internal/net/transfer');
defineHidden(proto, {
  __proto__: null,
  [kBeforeTransfer]() { moves().checkSocket(this); },
  [kTransfer]() { return moves().moveSocket(this); },
  [kPack]() { return moves().packSocket(this); },
});

proto.connect = function(...args) {
  return require('internal/net/connect').connect(this, args);
};

module.exports = { Socket, attach, checkDelay, kKeepAlive, kNoDelay, kTypeOfService,
                   keepAliveSetting, refreshTimer };
