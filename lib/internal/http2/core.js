'use strict';
// Core: connects a session of nghttp2 with its socket. Bytes in, events out; frames in, one write
// out.
//
// (1) Bytes of a plain socket come from its handle (onSlab), past its stream; those of any other
//     Duplex by its 'data' events. Frames leave the same way.
// (2) receive() and flush() of C return events, in memory that all sessions share. While the events
//     are dispatched, neither is called again for any session: bytes that arrive meanwhile wait.
// (3) What the program sends in one turn is flushed by one tick, or when the socket has accepted
//     the previous output.
// (4) Events of a stream run in the async context in which the stream was made.
// (5) While a handle delivers what it has read, headers and data are callbacks of their own: ticks
//     and promise jobs run before the next event. The rest is `suspended` meanwhile, and (2) holds.

const {
  Float64Array, MathMin, SafeArray, SafeMap, Symbol, TypedArrayPrototypeGetBuffer,
  TypedArrayPrototypeGetByteOffset, TypedArrayPrototypeGetLength,
} = primordials;
const { shield } = require('internal/prototypes');
const {
  native, words, EVENT_COUNT, WANTS_READ, WANTS_WRITE, IS_PARTIAL, ACCEPTED, FIRST_EVENT,
  EVENT_WORDS, HEADERS, SENSITIVE, DATA, END, CLOSED, WRITTEN, WANT_TRAILERS, RESET,
} = require('internal/http2/native');
const { FastBuffer } = require('internal/buffer');
const { Handle, suspendRead } = require('internal/handle');
const { errnoException } = require('internal/errors');
const { context, enter } = require('internal/async_context');
const { setImmediate } = require('timers');
const { shared, kReadState } = internalBinding('task_queue');

const MAX_INPUT = 65536; // of one receive(): its events have room
const NGHTTP2_ERRORS = -500; // and below
const READ_RUNS = 1; // enum gy_read_state

let isDispatching = false;
let isReceiving = false; // chunks of `waiting`
const waiting = new SafeArray(); // [core, chunk]: bytes that came while events were dispatched
let suspended = null; // events that are still to be dispatched: (5)
const postponed = new SafeArray(); // cores that wanted to send meanwhile

// The order of enum h2_option.
const OPTIONS = [
  ['maxDeflateDynamicTableSize', 4096], ['maxReservedRemoteStreams', 200],
  ['maxSendHeaderBlockLength', 0], ['peerMaxConcurrentStreams', 100], ['paddingStrategy', 0],
  ['maxHeaderListPairs', 128], ['maxSettings', 32], ['maxSessionMemory', 10],
  ['maxSessionInvalidFrames', 1000], ['maxSessionRejectedStreams', 100],
  ['streamResetBurst', 1000], ['streamResetRate', 33],
];

function packOptions(options, isServer) {
  const packed = new Float64Array(OPTIONS.length + 1);
  for (let i = 0; i < OPTIONS.length; i++) {
    const { 0: name, 1: otherwise } = OPTIONS[i];
    const value = options[name];
    packed[i] = typeof value === 'number' ? value : otherwise;
  }
  packed[1] = packed[1] < 0 ? 4294967295 : packed[1];
  packed[5] = packed[5] < (isServer ? 4 : 1) ? (isServer ? 4 : 1) : packed[5];
  packed[7] *= 1000000;
  if (typeof options.streamResetBurst !== 'number' || typeof options.streamResetRate !== 'number') {
    packed[10] = 1000;
    packed[11] = 33;
  }
  packed[OPTIONS.length] = options.strictFieldWhitespaceValidation === false ? 1 : 0;
  return packed;
}

class Core {
  constructor(session, socket, isServer, options) {
    this.session = session;
    this.socket = socket;
    this.streams = new SafeMap();
    this.owner = native.create(isServer, packOptions(options, isServer));
    this.id = words[EVENT_COUNT];
    this.handle = null;      // of a socket of net or tls
    this.isPlain = false;    // it is a handle of the loop
    this.isScheduled = false;
    this.isWriting = false;  // the socket has not accepted all
    this.onIdle = null;      // called when all is sent
    this.written = null;     // streams whose writes wait for the socket
    this.resets = null;      // numbers and codes of streams
    this.sensitive = null;   // names of the block that follows
    this.isDeaf = false;     // the session is destroyed: only the last frames are sent
    this.bytesRead = 0;
    this.bytesWritten = 0;
    this.attach();
  }

  // ---- The socket ----

  attach() {
    const { socket } = this;
    const handle = socket._handle;
    if (handle?.consumer === null) {
      this.handle = handle;
      this.isPlain = handle instanceof Handle;
      handle.consumer = this;
      handle.frame = context.frame;
    }
    socket.on('data', onSocketData);
    if (this.handle !== null && socket.isPaused())
      socket.resume();
  }

  detach() {
    const { handle, socket } = this;
    if (handle !== null && handle.consumer === this)
      handle.consumer = null;
    this.handle = null;
    this.isPlain = false;
    socket.removeListener('data', onSocketData);
  }

  // From the handle.
  onSlab(slab, offset, length) {
    if (this.id === 0 || isDispatching)
      return false;
    if (this.isDeaf)
      return true;
    if (this.session.timeout || this.socket.timeout)
      this.socket._unrefTimer();
    this.bytesRead += length;
    this.dispatch(native.receive(this.id, undefined, offset, length), slab, 0);
    return true;
  }

  onData(chunk) {
    if (this.id === 0 || this.isDeaf)
      return;
    waiting.push([this, chunk]);
    if (!isDispatching)
      receiveWaiting();
  }

  receive(chunk) {
    const memory = TypedArrayPrototypeGetBuffer.call(chunk);
    const base = TypedArrayPrototypeGetByteOffset.call(chunk);
    const length = TypedArrayPrototypeGetLength.call(chunk);
    for (let at = 0; at < length && this.id !== 0; at += MAX_INPUT) {
      if (suspended !== null) {
        waiting.unshift([this, new FastBuffer(memory, base + at, length - at)]);
        return;
      }
      const size = MathMin(MAX_INPUT, length - at);
      this.bytesRead += size;
      this.dispatch(native.receive(this.id, chunk, at, size), memory, base);
    }
  }

  // ---- Events ----

  dispatch(result, memory, base) {
    this.dispatchRest(0, words[EVENT_COUNT], result, memory, base);
  }

  dispatchRest(i, count, result, memory, base) {
    const { frame } = context;
    isDispatching = true;
    try {
      this.dispatchFrom(i, count, result, memory, base);
    } finally { // also if listeners threw
      if (context.frame !== frame)
        enter(frame);
      if (suspended === null) {
        isDispatching = false;
        this.dispatched(result);
      }
    }
  }

  // The events after one whose listener throws are dispatched, too.
  dispatchFrom(i, count, result, memory, base) {
    try {
      while (i < count && !this.isDeaf && suspended === null) {
        const at = FIRST_EVENT + i++ * EVENT_WORDS;
        if (shared[kReadState] === READ_RUNS && i < count &&
            (words[at] === HEADERS || words[at] === DATA))
          this.suspend(i, count, result, memory, base);
        this.dispatchOne(at, memory, base);
      }
    } finally {
      if (i < count && !this.isDeaf && suspended === null)
        this.dispatchFrom(i, count, result, memory, base);
    }
  }

  suspend(i, count, result, memory, base) {
    suspended = { __proto__: null, core: this, i, count, result, memory, base };
    suspendRead(suspendedReader);
  }

  dispatched(result) {
    while (postponed.length > 0)
      process.nextTick(flushCore, postponed.pop());
    if (result < 0)
      this.session._onNativeError(result);
    if (this.id !== 0)
      this.schedule();
    if (waiting.length > 0)
      receiveWaiting();
  }

  dispatchOne(at, memory, base) {
    const type = words[at];
    if (type === SENSITIVE) {
      this.sensitive = native.text(words[at + 4], words[at + 5]);
      return;
    }
    if (type > WANT_TRAILERS && type !== RESET) {
      this.session._onEvent(type, words[at + 1], words[at + 2], words[at + 3], words[at + 4],
                            words[at + 5]);
      return;
    }
    const stream = this.streams.get(words[at + 1]);
    if (type === HEADERS) {
      const { sensitive } = this;
      this.sensitive = null;
      if (stream !== undefined)
        enterFrame(stream);
      this.session._onHeaders(stream, words[at + 1], words[at + 2], words[at + 3],
                              native.text(words[at + 4], words[at + 5]), sensitive);
      return;
    }
    if (stream === undefined)
      return;
    enterFrame(stream);
    if (type === DATA)
      stream._onData(new FastBuffer(memory, base + words[at + 2], words[at + 3]));
    else if (type === WRITTEN)
      this.onWritten(stream, words[at + 2]);
    else if (type === END)
      stream._onEnd();
    else if (type === CLOSED)
      stream._onNativeClose(words[at + 2] >>> 0);
    else if (type === WANT_TRAILERS)
      stream._onWantTrailers();
    else
      stream._onReset(words[at + 2] >>> 0);
  }

  // A write is over when the socket has accepted its bytes.
  onWritten(stream, isEnd) {
    if (this.isWriting)
      (this.written ??= new SafeArray()).push(stream, isEnd);
    else
      stream._onWritten(isEnd);
  }

  reportWritten() {
    const { written } = this;
    this.written = null;
    for (let i = 0; i < written.length; i += 2)
      written[i]._onWritten(written[i + 1]);
  }

  // ---- Output ----

  schedule() {
    if (!this.isScheduled) {
      this.isScheduled = true;
      process.nextTick(flushCore, this);
    }
  }

  flush() {
    this.isScheduled = false;
    if (this.id === 0 || this.isWriting)
      return;
    if (suspended !== null) {
      this.isScheduled = true;
      postponed.push(this);
      return;
    }
    if (isDispatching) {
      this.schedule();
      return;
    }
    const { handle } = this;
    const result = native.flush(this.id, this.isPlain ? handle.id : 0);
    const isPartial = words[IS_PARTIAL] === 1;
    const isOver = words[WANTS_READ] === 0 && words[WANTS_WRITE] === 0;
    const count = words[EVENT_COUNT];
    if (typeof result !== 'number') {
      isDispatching = true; // what the other end of a pair answers at once waits
      this.write(result, this.isPlain ? words[ACCEPTED] : 0);
      isDispatching = false;
    } else if (result > 0) {
      handle.bytesWritten += result;
      this.bytesWritten += result;
      if (this.socket.timeout)
        this.socket._unrefTimer();
    }
    if (count > 0)
      this.dispatch(0, undefined, 0);
    else if (waiting.length > 0)
      receiveWaiting();
    if (this.id === 0)
      return;
    if (typeof result === 'number' && result < 0)
      this.flushFailed(result);
    else if (isPartial && !this.isWriting)
      setImmediate(flushCore, this);
    else if (!this.isWriting && this.resets !== null)
      this.sendResets();
    else if (!this.isWriting)
      this.sentAll(isOver);
  }

  // RST_STREAM makes nghttp2 drop the queued frames of a stream, so they are flushed first.
  // `retained` are chunks that C may still refer to.
  reset(stream, code, retained) {
    (this.resets ??= new SafeArray()).push(stream, code, retained);
    this.schedule();
  }

  // The streams end with the session, so they are not reset one by one.
  dropResets() {
    const { resets } = this;
    this.resets = null;
    for (let i = 0; resets !== null && i < resets.length; i += 3)
      native.discard(this.id, resets[i]);
  }

  sendResets() {
    const { resets } = this;
    this.resets = null;
    for (let i = 0; i < resets.length; i += 3) {
      native.discard(this.id, resets[i]);
      native.reset(this.id, resets[i], resets[i + 1]);
    }
    this.flush();
  }

  flushFailed(result) {
    if (result <= NGHTTP2_ERRORS)
      this.session._onNativeError(result);
    else
      this.socket.destroy(errnoException(result, 'write'));
  }

  sentAll(isOver) {
    const { onIdle } = this;
    if (onIdle !== null) {
      this.onIdle = null;
      onIdle(this.session);
    } else if (isOver)
      this.session._onOver();
  }

  // `rest` is what the kernel did not accept, or all of it.
  write(rest, accepted) {
    const { handle, socket } = this;
    this.isWriting = true;
    this.bytesWritten += accepted + rest.length;
    const done = () => {
      this.isWriting = false;
      if (this.written !== null)
        this.reportWritten();
      if (this.id !== 0)
        this.flush();
    };
    if (handle === null) {
      // A stream that passes its bytes on at once lets its other end answer before the next write.
      socket.write(new FastBuffer(rest.buffer, 0, rest.length), () => setImmediate(done));
      return;
    }
    handle.bytesWritten += accepted;
    const err = handle.writeBuffer(rest, done);
    if (err !== 0) {
      this.isWriting = false;
      socket.destroy(errnoException(err, 'write'));
    } else if (!handle.async)
      done();
  }

  // Calls back when what is queued has been given to the socket.
  whenIdle(callback) {
    this.onIdle = callback;
    this.schedule();
  }

  close() {
    if (this.id === 0)
      return;
    this.session._beforeCoreClose(this);
    native.destroy(this.id);
    this.id = 0;
    this.isDeaf = true;
    this.detach();
  }
}
shield(Core.prototype, ['session', 'socket', 'streams', 'owner', 'id', 'handle', 'isPlain',
  'isScheduled', 'isWriting', 'onIdle', 'written', 'resets', 'sensitive', 'isDeaf', 'bytesRead',
  'bytesWritten']);

function enterFrame(stream) {
  if (stream._frame !== context.frame)
    enter(stream._frame);
}

function flushCore(core) {
  core.flush();
}

// In the order in which they came, also if the chunk at hand is received in parts.
function receiveWaiting() {
  if (isReceiving)
    return;
  isReceiving = true;
  try {
    while (waiting.length > 0 && suspended === null) {
      const { 0: core, 1: chunk } = waiting.shift();
      if (core.id !== 0)
        core.receive(chunk);
    }
  } finally {
    isReceiving = false;
    if (waiting.length > 0 && suspended === null)
      receiveWaiting(); // a listener threw
  }
}

// Called by the handle, after the checkpoint.
const suspendedReader = { __proto__: null, resumeRead: dispatchSuspended };

function dispatchSuspended() {
  if (suspended === null)
    return;
  const { core, i, count, result, memory, base } = suspended;
  suspended = null;
  core.dispatchRest(i, count, result, memory, base);
}

const kCore = Symbol('core');

function onSocketData(chunk) {
  this[kCore]?.onData(chunk);
}

module.exports = { Core, kCore };
