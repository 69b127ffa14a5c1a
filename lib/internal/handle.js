'use strict';
// The loop's stream handles: TCP sockets, pipes and unix sockets, terminals.
//
// (1) C identifies a handle by a number; the objects here own such a number.
// (2) C calls one of the functions below for each event; they call the callback of the handle.
// (3) Events run in the async context in which the handle was made. A connection that a server has
//     accepted has no context. For async hooks they are executions of the handle.
// (4) After close() the number is 0, and calls return EBADF or undefined.

const {
  ArrayPrototypePush, ArrayPrototypeShift, SafeArray, TypedArrayPrototypeGetLength,
} = primordials;
const stream = internalBinding('stream_wrap');
const { targetId } = stream;
const { FastBuffer } = require('internal/buffer');
const { setMethod } = require('internal/prototypes');

const { context, enter, bind } = require('internal/async_context');

const { shared, kReadState } = internalBinding('task_queue');

const nop = () => {};
const READ_HAS_MORE = 2; // enum gy_read_state
// Readers with events of a read that are left over. A tick may bring another read: the last one
// is that of the innermost read.
const suspended = new SafeArray();
let slab;       // memory that C reads into

stream.events(
  function onRead(handle, nread, offset, fresh) {
    if (handle.frame !== context.frame)
      enter(handle.frame);
    if (fresh !== undefined)
      slab = fresh;
    const { resources } = context;
    if (resources !== null)
      resources.begin(handle);
    if (nread > 0) {
      handle.bytesRead += nread;
      if (handle.consumer === null || !handle.consumer.onSlab(slab, offset, nread))
        handle.onread(new FastBuffer(slab, offset, nread), nread);
    } else
      handle.onread(undefined, nread);
    if (resources !== null)
      resources.end();
  },
  function onWrite(handle, status) {
    const callback = ArrayPrototypeShift.call(handle.writes);
    callback(status);
  },
  function onConnect(handle, status) {
    const callback = handle.connected;
    handle.connected = null;
    callback?.(status, handle);
  },
  function onConnection(handle, status, id) {
    // Nobody in the program has made the new handle: it has no context.
    const made = id === 0 ? undefined : new handle.constructor(id, undefined, handle);
    if (made !== undefined)
      made.frame = undefined;
    if (handle.frame !== context.frame)
      enter(handle.frame);
    const { resources } = context;
    if (resources !== null)
      resources.begin(handle);
    handle.onconnection(status, made);
    if (resources !== null)
      resources.end();
  },
  function onShutdown(handle, status) {
    const callback = handle.shutDown;
    handle.shutDown = null;
    callback?.(status);
  },
  function onClosed(handle) {
    const callback = handle.closed;
    handle.closed = null;
    const { resources } = context;
    if (resources === null) {
      callback?.();
      return;
    }
    if (callback !== null) {
      resources.begin(handle);
      callback();
      resources.end();
    }
    resources.gone(handle);
  },
  function onMore(handle) {
    if (handle.frame !== context.frame)
      enter(handle.frame);
    const { resources } = context;
    if (resources !== null)
      resources.begin(handle);
    suspended.pop()?.resumeRead();
    if (resources !== null)
      resources.end();
  },
);

class Handle {
  // Own properties before they are assigned: a setter of the program must not be called.
  onread;

  // `type` and `owner` are for async hooks.
  constructor(id, type, owner) {
    this.id = id;
    this.reading = false;
    this.bytesRead = 0;
    this.bytesWritten = 0;
    this.onread = nop;
    this.onconnection = nop;
    this.writes = new SafeArray(); // callbacks of writes that are under way
    this.connected = null;
    this.shutDown = null;
    this.closed = null;
    this.owner = null;
    // onSlab(slab, offset, length) is called before onread() and returns false to have that called.
    this.consumer = null;
    this.tls = null; // what encrypts it: internal/tls/handle
    // for `gyre why`: { address, port }, { stdioOf: child }, { channelOf }
    this.about = null;
    this.frame = context.frame;
    stream.own(id, this);
    if (context.resources !== null)
      context.resources.init(type, this, owner);
  }

  get fd() { return stream.fd(this.id); }
  get writeQueueSize() { return stream.writeQueueSize(this.id); }
  getAsyncId() { return require('internal/async_hooks').identityOf(this).id; }
  ref() { stream.ref(this.id); }
  unref() { stream.unref(this.id); }
  hasRef() { return stream.hasRef(this.id); }
  readStart() { return stream.readStart(this.id); }
  readStop() { return stream.readStop(this.id); }
  listen(backlog) { return stream.listen(this.id, backlog); }
  setBlocking(on) { return stream.setBlocking(this.id, on); }

  close(callback) {
    if (this.id === 0)
      return;
    this.closed = callback ? bind(callback) : null;
    stream.close(this.id, this.closed !== null || context.resources !== null);
    this.id = 0;
  }

  // An errno, or 0; the callback comes only for what did not go out at once: `async` says so.
  writeBuffer(buffer, callback) {
    targetId[0] = this.id;
    return this.sent(stream.writeBuffer(buffer), callback);
  }
  writeUtf8(string, callback) { return this.sent(stream.writeUtf8(this.id, string), callback); }
  writev(buffers, callback) {
    return this.sent(stream.writev(this.id, buffers, buffers.length), callback);
  }

  // Sends a head and a body in one system call, or holds them until flushMessages() or anything
  // else is done with the handle. The number of bytes, an errno, or a buffer with the rest that the
  // kernel did not accept, which is to be written. UV_ENOBUFS means that they are too long.
  writeMessage(head, body, flags) {
    return this.counted(stream.writeMessage(this.id, head, body, flags));
  }

  // The same for a frame of a WebSocket, which is not held. The number of bytes has 6 of its head
  // for up to 125 of payload, else 8.
  writeFrame(first, payload, mask) {
    return this.counted(stream.writeFrame(this.id, first, payload, mask));
  }

  // With a rest of the message to be written, the handle has the bytes before it.
  counted(result) {
    if (typeof result !== 'number')
      this.bytesWritten += stream.messageLength() - TypedArrayPrototypeGetLength.call(result);
    else if (result > 0)
      this.bytesWritten += result;
    return result;
  }

  // Sends what is held. The rest is returned if it is wanted, else queued; null if there is none.
  flushMessages(wantsRest) {
    const rest = stream.flushMessages(this.id, wantsRest);
    if (typeof rest === 'number')
      return null;
    this.bytesWritten -= TypedArrayPrototypeGetLength.call(rest);
    return rest;
  }

  sent(result, callback) {
    if (result < 0) {
      this.async = false;
      return result;
    }
    this.async = result % 2 === 1;
    this.bytesWritten += (result - (this.async ? 1 : 0)) / 2;
    if (this.async)
      ArrayPrototypePush.call(this.writes, bind(callback, 'WRITEWRAP', this));
    return 0;
  }

  // `owner` triggers it, for async hooks.
  shutdown(callback, owner = this) {
    this.shutDown = bind(callback, 'SHUTDOWNWRAP', owner);
    return stream.shutdown(this.id);
  }
}

function opened(id) {
  if (id < 0)
    throw require('internal/errors').errnoException(id, 'socket');
  return id;
}

class TCP extends Handle {
  constructor(id = opened(internalBinding('tcp_wrap').create()), type = 'TCPWRAP', owner) {
    super(id, type, owner);
  }

  open(fd) { return internalBinding('tcp_wrap').open(this.id, fd); }
  bind(address, port, flags) {
    return internalBinding('tcp_wrap').bind(this.id, address, port, flags);
  }
  connect(address, port, callback) {
    const err = internalBinding('tcp_wrap').connect(this.id, address, port);
    if (err === 0)
      this.connected = bind(callback, 'TCPCONNECTWRAP', this);
    return err;
  }
  getsockname(out) { return fill(out, internalBinding('tcp_wrap').getsockname(this.id)); }
  getpeername(out) { return fill(out, internalBinding('tcp_wrap').getpeername(this.id)); }
  setNoDelay(on) { return internalBinding('tcp_wrap').setNoDelay(this.id, on); }
  setKeepAlive(on, delay, interval, count) {
    return internalBinding('tcp_wrap').setKeepAlive(this.id, on, delay, interval, count);
  }
  setTypeOfService(tos) { return internalBinding('tcp_wrap').setTypeOfService(this.id, tos); }
  getTypeOfService() { return internalBinding('tcp_wrap').getTypeOfService(this.id); }
  reset(callback) {
    const err = internalBinding('tcp_wrap').reset(this.id);
    if (err === 0) {
      this.closed = callback ?? null;
      this.id = 0;
    }
    return err;
  }
}

function fill(out, name) {
  if (typeof name === 'number')
    return name;
  setMethod(out, 'address', name[0]);
  setMethod(out, 'family', name[2] === 6 ? 'IPv6' : 'IPv4');
  setMethod(out, 'port', name[1]);
  return 0;
}

class Pipe extends Handle {
  constructor(id, type = 'PIPEWRAP', owner, passesHandles = false) {
    super(id ?? opened(internalBinding('pipe_wrap').create(passesHandles)), type, owner);
  }

  open(fd) { return internalBinding('pipe_wrap').open(this.id, fd); }
  bind(path) { return internalBinding('pipe_wrap').bind(this.id, path); }
  connect(path, callback) {
    const err = internalBinding('pipe_wrap').connect(this.id, path);
    if (err === 0)
      this.connected = bind(callback, 'PIPECONNECTWRAP', this);
    return err;
  }
  fchmod(mode) { return internalBinding('pipe_wrap').chmod(this.id, mode); }

  // Sends a string or a buffer, and another handle with its first byte.
  writeHandle(data, handle, callback) {
    return this.sent(internalBinding('pipe_wrap').writeHandle(this.id, data, handle.id), callback);
  }
  // undefined, or the handles that have arrived: type, id, type, id …
  acceptPassed() { return internalBinding('pipe_wrap').accept(this.id); }
}

class TTY extends Handle {
  constructor(id) { super(id, 'TTYWRAP', undefined); }

  getWindowSize() { return internalBinding('tty_wrap').getWindowSize(this.id); }
  setRawMode(on) { return internalBinding('tty_wrap').setRawMode(this.id, on); }
}

const getSlab = () => slab;

// The rest of a read is a callback of its own: reader.resumeRead() is called after the checkpoint.
function suspendRead(reader) {
  suspended.push(reader);
  shared[kReadState] = READ_HAS_MORE;
}

module.exports = { Handle, Pipe, TCP, TTY, getSlab, suspendRead };
