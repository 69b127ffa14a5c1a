'use strict';
// TLSHandle: a TLS connection with the interface of a stream handle. A TLSSocket uses it as
// `_handle`, in place of the TCP or pipe handle below it.
//
// (1) Below it is a handle of the loop, whose bytes C takes (src/runtime/bindings/tls/record.c), or
//     any Duplex. Decrypted bytes arrive as those of other handles do: onRead() of internal/handle.
// (2) C calls onEvent() for everything else, with a number from EVENTS.
// (3) The handle below refers to this object and so keeps it alive while it is open.

const {
  ArrayPrototypePush, ReflectApply, SafeArray, TypedArrayPrototypeGetBuffer,
  TypedArrayPrototypeGetByteOffset, TypedArrayPrototypeGetLength,
} = primordials;
const tls = internalBinding('tls');
const { FastBuffer } = require('internal/buffer');
const { context, enter, bind } = require('internal/async_context');
const { codes } = require('internal/errors');
require('internal/handle'); // has the function that C calls for bytes
const { UV_ECANCELED, UV_ECONNRESET, UV_EOF, UV_ENOTCONN, UV_EPIPE } = internalBinding('uv');

const nop = () => {};
// As enum gy_tls_event in src/runtime/bindings/tls/tls.h.
const EVENTS = ['onOutput', 'onError', 'onHandshakeStart', 'onHandshakeDone', 'onClientHello',
                'onCertificate', 'onSession', 'onKeylog', 'onOcsp', 'onPsk', 'onAlpn'];
// As the bits of watch() in src/runtime/bindings/tls/callbacks.c.
const WATCH = { __proto__: null, hello: 1, certificate: 2, sessions: 4, keylog: 8, alpn: 16 };

tls.onEvent(function onEvent(handle, event, a, b, c) {
  if (handle.frame !== context.frame)
    enter(handle.frame);
  const { resources } = context;
  if (resources === null)
    return handle[EVENTS[event]](a, b, c);
  resources.begin(handle);
  const result = handle[EVENTS[event]](a, b, c);
  resources.end();
  return result;
});

// A Buffer of a Uint8Array that C has made.
const bufferOf = (bytes) => new FastBuffer(
  TypedArrayPrototypeGetBuffer.call(bytes), TypedArrayPrototypeGetByteOffset.call(bytes),
  TypedArrayPrototypeGetLength.call(bytes));

class TLSHandle {
  onread;

  constructor(secureContext, isServer, owner) {
    this.native = tls.open(secureContext, this, isServer);
    this.below = null;  // a handle of the loop, or a StreamBelow
    this.parent = null; // the socket that owns the handle below, if there is one
    this.isServer = isServer;
    this.isOpen = true;
    this.isDone = false; // the handshake
    this.reading = false;
    this.bytesRead = 0;
    this.bytesWritten = 0;
    this.onread = nop;
    this.writes = new SafeArray();
    this.owner = owner;
    this.async = false;
    this.consumer = null;
    this.frame = context.frame;
    this.shutdownWaits = null;
    this.isStarted = false;
    this.handshakes = 0;
    this.isResource = false;
  }

  // For async hooks. It is announced after the handle below, although it is made before.
  asResource() {
    if (!this.isResource && context.resources !== null) {
      this.isResource = true;
      context.resources.init('TLSWRAP', this);
    }
    return this;
  }

  get about() { return this.below?.about ?? null; }
  get fd() { return this.below?.fd ?? -1; }
  get writeQueueSize() { return this.below?.writeQueueSize ?? 0; }
  getAsyncId() { return require('internal/async_hooks').identityOf(this).id; }
  ref() { this.below?.ref?.(); }
  unref() { this.below?.unref?.(); }
  hasRef() { return this.below?.hasRef?.() ?? false; }
  getsockname(out) { return this.below?.getsockname?.(out) ?? UV_ENOTCONN; }
  getpeername(out) { return this.below?.getpeername?.(out) ?? UV_ENOTCONN; }
  setNoDelay(on) { return this.below?.setNoDelay?.(on) ?? 0; }
  setKeepAlive(on, delay, interval, count) {
    return this.below?.setKeepAlive?.(on, delay, interval, count) ?? 0;
  }
  setTypeOfService(tos) { return this.below?.setTypeOfService?.(tos) ?? 0; }
  getTypeOfService() { return this.below?.getTypeOfService?.() ?? 0; }
  setBlocking() { return 0; }

  // Packages get the class JSStreamSocket from here, on sockets over a stream.
  get _parentWrap() {
    if (!this.below?.isStream)
      return this.parent ?? undefined;
    return this.below.wrap ??= new (require('internal/tls/stream_socket'))(this.below.stream);
  }

  attach(below, parent = null) {
    this.below = below;
    this.parent = parent;
    below.tls = this;
    this.asResource();
    return tls.attach(this.native, below.isStream ? 0 : below.id);
  }

  start() {
    if (!this.isOpen || this.isStarted)
      return;
    this.isStarted = true;
    tls.start(this.native);
    this.below?.readStart();
  }

  receive(bytes) {
    if (this.isOpen)
      tls.receive(this.native, bytes);
  }

  // The handshake reads, whether the program does or not.
  readStart() { return this.below?.readStart() ?? 0; }
  readStop() { return this.isDone ? this.below?.readStop() ?? 0 : 0; }

  // The first write of a client starts its handshake, if nothing else did.
  writeBuffer(buffer, callback) {
    this.start();
    return this.sent(tls.writeBuffer(this.native, buffer), callback);
  }
  writeUtf8(string, callback) {
    this.start();
    return this.sent(tls.writeUtf8(this.native, string), callback);
  }
  writev(buffers, callback) {
    this.start();
    return this.sent(tls.writev(this.native, buffers, buffers.length), callback);
  }

  // As that of internal/handle: the number of bytes, an errno, or an empty buffer whose write ends
  // when the kernel has accepted all of the message.
  writeMessage(head, body, flags) {
    const result = tls.writeMessage(this.native, head, body, flags);
    if (result < 0)
      return result;
    const isLeft = result % 2 === 1;
    this.bytesWritten += (result - (isLeft ? 1 : 0)) / 2;
    return isLeft ? new FastBuffer() : result / 2;
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

  shutdown(callback) {
    if (!this.isDone && this.isOpen && !this.owner._readableState.ended) {
      this.shutdownWaits = callback;
      return 0;
    }
    tls.shutdown(this.native);
    return this.below === null ? UV_ENOTCONN : this.below.shutdown(callback, this);
  }

  close(callback) {
    if (!this.isOpen)
      return;
    const { below, parent } = this;
    this.end();
    if (parent !== null) {
      if (parent.destroyed && !parent._handle) {
        if (callback)
          process.nextTick(callback);
        return;
      }
      if (callback)
        parent.once('close', () => callback());
      parent.destroy();
    } else
      below?.close(callback);
  }

  // Writes that wait are called back by nobody else.
  failWrites() {
    const { writes } = this;
    this.writes = new SafeArray();
    for (let i = 0; i < writes.length; i++)
      process.nextTick(writes[i], UV_ECANCELED);
    const waits = this.shutdownWaits;
    this.shutdownWaits = null;
    if (waits !== null)
      process.nextTick(waits, 0);
  }

  reset(callback) {
    if (this.below?.reset === undefined || this.parent !== null)
      return this.close(callback);
    this.end();
    return this.below.reset(callback);
  }

  end() {
    this.isOpen = false;
    tls.close(this.native);
    this.failWrites();
    context.gone?.(this);
  }

  verifyError() { return require('internal/tls/socket').verifyError(this.owner); }

  watch(name) { tls.watch(this.native, WATCH[name]); }
  resume() { if (this.isOpen) tls.resume(this.native); }

  // ---- What C reports ----

  onOutput(bytes) { this.below.send(bufferOf(bytes)); }

  onError(err) { this.owner._onTLSError(err); }

  onHandshakeStart() {
    this.handshakes++;
    this.owner._onHandshakeStart();
  }

  onHandshakeDone() {
    this.isDone = true;
    this.owner._onHandshakeDone();
    this.releaseShutdown();
  }

  // The handshake is done, or will never be.
  releaseShutdown() {
    const waits = this.shutdownWaits;
    this.shutdownWaits = null;
    if (waits === null)
      return;
    const err = this.shutdown(waits);
    if (err)
      waits(err);
  }

  onClientHello(id, name, hasTicket) {
    this.owner._onClientHello({ sessionId: bufferOf(id), servername: name, tlsTicket: hasTicket });
  }

  onCertificate(servername, wantsOcsp) { this.owner._onCertificate(servername, wantsOcsp); }
  onSession(session, id) { this.owner._onSession(bufferOf(session), bufferOf(id)); }
  onKeylog(line) { this.owner._onKeylog(bufferOf(line)); }
  onOcsp(response) { this.owner._onOcsp(response === null ? null : bufferOf(response)); }
  onPsk(text, room, identityRoom) { return this.owner._onPsk(text, room, identityRoom); }
  onAlpn(list, servername) { return this.owner._onAlpn(bufferOf(list), servername); }
}

// Any Duplex, with the methods of a handle that TLSHandle needs.
class StreamBelow {
  constructor(stream) {
    this.stream = stream;
    this.isStream = true;
    this.tls = null;
    this.about = null;
    this.reading = false;
    this.ended = null;
    this.wrap = null; // of _parentWrap
    if (typeof stream.write !== 'function' || typeof stream.pause !== 'function')
      throw new codes.ERR_INVALID_ARG_TYPE('stream', 'Duplex', stream);
    stream.on('error', (err) => this.tls?.owner._emitTLSError(err));
    stream.on('data', (chunk) => this.onData(chunk));
    stream.on('end', () => this.onEnd());
    stream.on('close', () => this.onClose());
    if (stream.readableFlowing)
      stream.pause();
  }

  get bytesWritten() { return this.stream.bytesWritten; }
  get writeQueueSize() { return this.stream.writableLength ?? 0; }
  ref() { this.stream.ref?.(); }
  unref() { this.stream.unref?.(); }
  hasRef() { return true; }

  getsockname(out) { return this.nameOf(out, 'local'); }
  getpeername(out) { return this.nameOf(out, 'remote'); }
  nameOf(out, side) {
    const { stream } = this;
    const address = stream[`${side}Address`];
    if (address === undefined)
      return UV_ENOTCONN;
    out.address = address;
    out.family = stream[`${side}Family`];
    out.port = stream[`${side}Port`];
    return 0;
  }

  onData(chunk) {
    if (typeof chunk === 'string' || !this.tls.isOpen)
      return;
    this.tls.receive(chunk);
  }

  onEnd() {
    if (this.tls.isOpen)
      tls.ended(this.tls.native, UV_EOF);
  }

  onClose() {
    if (this.tls.isOpen)
      tls.ended(this.tls.native, UV_EOF);
    this.tls.owner._belowClosed();
  }

  send(buffer) {
    const handle = this.tls; // C refers to it: it must live as long as its native part
    if (this.stream.destroyed || this.stream.writableEnded) {
      process.nextTick(wrote, handle, UV_EPIPE);
      return;
    }
    this.stream.write(buffer, (err) => wrote(handle, err ? UV_ECONNRESET : 0));
  }

  readStart() {
    this.stream.resume();
    return 0;
  }
  readStop() {
    this.stream.pause();
    return 0;
  }

  shutdown(callback) {
    if (this.stream.destroyed) {
      process.nextTick(callback, 0);
      return 0;
    }
    this.stream.end(() => callback(0));
    return 0;
  }

  close(callback) {
    const { stream } = this;
    if (callback) {
      if (stream.closed)
        process.nextTick(callback);
      else
        stream.once('close', () => callback());
    }
    ReflectApply(stream.destroy, stream, []);
  }
}

function wrote(handle, status) {
  tls.wrote(handle.native, status);
}

module.exports = { StreamBelow, TLSHandle, bufferOf };
