'use strict';
// Http2Stream: a Duplex over a stream of nghttp2; what server and client streams have in common.
//
// (1) What arrives before the program reads waits in `inbox`. The window of the stream is opened
//     only when the program reads it, so that memory is bounded.
// (2) A write is finished when its last byte is in a frame that was given to the socket.
// (3) A stream that nghttp2 has closed without an error is destroyed when both of its sides have
//     ended; with an error, at once.
// (4) When the program destroys or closes a stream, RST_STREAM is sent unless nghttp2 has closed
//     it.

const { SafeArray, Symbol } = primordials;
const { shield } = require('internal/prototypes');
const { Duplex } = require('internal/streams/duplex');
const { native, NghttpError } = require('internal/http2/native');
const { CANCEL, INTERNAL_ERROR, NO_ERROR, inspectAs, kInspect, kState, setTimeoutOf } =
  require('internal/http2/session');
const { TRAILERS, copyOf, textOf } = require('internal/http2/headers');
const { namesOfErrors } = require('internal/http2/constants');
const { bufferFrom } = require('internal/buffer');
const { codes } = require('internal/errors');
const { context } = require('internal/async_context');
const { copyBytes, isResizable, sizeOf } = require('internal/util/bytes');
const { observed } = require('internal/perf/observed');
const { validateFunction, validateInteger, validateObject } = require('internal/validators');
const { clearTimeout } = require('timers');

const kStream = Symbol('stream');
const IDLE = [1, 0, 0, 0]; // what native.streamState() returns
const MAX_UINT32 = 4294967295;
const COPY_LIMIT = 16384; // of src/runtime/bindings/http2/submit.c
const FLOW_CONTROL_ERROR = 3;
const STREAM_CLOSED = -510; // of nghttp2
const PROTOCOL_ERROR = -505;
// The numbers of gy_encoding (src/runtime/bindings/buffer.h). Others are converted before.
const ENCODINGS = {
  '__proto__': null, 'utf8': 0, 'utf-8': 0, 'utf16le': 1, 'ucs2': 1, 'latin1': 2, 'binary': 2,
  'ascii': 3,
};

class StreamState {
  constructor(session) {
    this.session = session;
    this.core = null; // while it has a number and is not destroyed
    this.id = undefined;
    this.rstCode = undefined;
    this.isClosed = false;
    this.isNativeClosed = false;
    this.isReset = false;        // by the peer
    this.isSendingFile = false;  // its end is the stream's: the program cannot end it before
    this.isResetSubmitted = false;
    this.isCut = false;          // closed before its own side has ended
    this.isAborted = false;
    this.endAfterHeaders = false;
    this.headersSent = false;
    this.isEndSubmitted = false; // no chunk follows
    this.isEndSent = false;
    this.isReading = false;
    this.hasEnded = false;       // the peer's side
    this.inbox = null;
    this.writeCallback = null;
    this.finalCallback = null;
    this.chunk = null;           // kept alive while C refers to it
    this.waitsForTrailers = false;
    this.trailersReady = false;
    this.sentHeaders = undefined;
    this.sentInfoHeaders = undefined;
    this.sentTrailers = undefined;
    this.timer = null;
    this.lastWritten = 0;
    this.times = observed.http2 > 0 ?
      new (require('internal/http2/perf').StreamTimes)(session[kState].times) : null;
  }
}
shield(StreamState.prototype, ['session', 'core', 'id', 'rstCode', 'isClosed', 'isNativeClosed',
  'isReset', 'isCut', 'isAborted', 'endAfterHeaders', 'headersSent', 'isEndSubmitted',
  'isEndSent', 'isReading', 'hasEnded', 'inbox', 'writeCallback', 'finalCallback', 'chunk',
  'waitsForTrailers', 'trailersReady', 'sentHeaders', 'sentInfoHeaders', 'sentTrailers', 'timer',
  'lastWritten']);

const STREAM_OPTIONS = { __proto__: null, autoDestroy: false, decodeStrings: false,
                         allowHalfOpen: true };

class Http2Stream extends Duplex {
  constructor(session, options = STREAM_OPTIONS) {
    super(options);
    this[kStream] = new StreamState(session);
    this._frame = context.frame;
    this.timeout = 0;
    this.on('end', maybeDestroy);
    this.on('finish', maybeDestroy);
    this._request = undefined;
    session[kState].streamCount++;
  }

  // It has a number now.
  _init(id, core) {
    const state = this[kStream];
    state.id = id;
    state.core = core;
    core.streams.set(id, this);
    if (state.isReading)
      native.read(core.id, id, true);
  }

  // ---- Properties ----

  get id() { return this[kStream].id; }
  get pending() { return this[kStream].id === undefined; }
  get session() { return this[kStream].session; }
  get closed() { return this[kStream].isClosed; }
  get aborted() { return this[kStream].isAborted; }
  get rstCode() { return this[kStream].rstCode; }
  get endAfterHeaders() { return this[kStream].endAfterHeaders; }
  get headersSent() { return this[kStream].headersSent; }
  get sentHeaders() { return this[kStream].sentHeaders; }
  get sentInfoHeaders() { return this[kStream].sentInfoHeaders; }
  get sentTrailers() { return this[kStream].sentTrailers; }
  get bufferSize() { return this.writableLength; }

  get state() {
    const { core, id } = this[kStream];
    if (core === null || core.id === 0)
      return {};
    const values = native.streamState(core.id, id) ?? IDLE; // it is not sent yet
    return {
      state: values[0],
      weight: 16,
      sumDependencyWeight: 0,
      localClose: values[2],
      remoteClose: values[3],
      localWindowSize: values[1],
    };
  }

  priority() {
    if (this.destroyed)
      throw new codes.ERR_HTTP2_INVALID_STREAM();
    if (!hasWarnedOfMethod)
      process.emitWarning(
        'http2Stream.priority is longer supported after priority signalling was deprecated in ' +
        'RFC 9113', 'DeprecationWarning', 'DEP0194');
    hasWarnedOfMethod = true;
  }

  setTimeout(msecs, callback) {
    setTimeoutOf(this, this[kStream], msecs, callback);
    return this;
  }

  // ---- Reading ----

  _read() {
    const state = this[kStream];
    if (this.destroyed || state.isReading)
      return;
    state.isReading = true;
    if (state.inbox !== null)
      deliver(this, state);
    if (state.isReading && state.core !== null && !state.isNativeClosed) {
      native.read(state.core.id, state.id, true);
      state.core.schedule();
    }
  }

  _onData(chunk) {
    const state = this[kStream];
    if (this.destroyed || state.hasEnded || state.isResetSubmitted)
      return;
    state.timer?.refresh();
    if (state.times !== null)
      state.times.received(chunk.length);
    if (!state.isReading || state.inbox !== null) {
      (state.inbox ??= new SafeArray()).push(chunk);
      return;
    }
    if (!this.push(chunk) && state.core !== null) {
      state.isReading = false;
      native.read(state.core.id, state.id, false);
    }
  }

  _onEnd() {
    const state = this[kStream];
    if (this.destroyed || state.hasEnded)
      return;
    state.hasEnded = true;
    if (state.inbox === null)
      this.push(null);
  }

  // ---- Writing ----

  _write(chunk, encoding, callback) {
    const state = this[kStream];
    if (state.id === undefined) {
      this.once('ready', () => writeOne(this, state, chunk, encoding, callback));
      return;
    }
    writeOne(this, state, chunk, encoding, callback);
  }

  _writev(chunks, callback) {
    const state = this[kStream];
    if (state.id === undefined) {
      this.once('ready', () => writeMany(this, state, chunks, callback));
      return;
    }
    writeMany(this, state, chunks, callback);
  }

  // False: there is nothing to write to any more.
  _prepareToWrite(state) {
    if (!state.headersSent && !state.isClosed && state.core !== null)
      this._proceed();
    state.timer?.refresh();
    if (state.session !== undefined)
      state.session._touch();
    return state.core !== null && !state.isNativeClosed;
  }

  _wrote(state, size, retained, callback) {
    if (size <= 0 || state.core === null) {
      callback();
      return;
    }
    state.chunk = retained;
    state.writeCallback = callback;
    if (state.times !== null)
      state.times.bytesWritten += size;
    state.core.schedule();
  }

  _onWritten(isEnd) {
    const state = this[kStream];
    const { writeCallback } = state;
    state.timer?.refresh();
    if (state.times !== null)
      state.times.sent();
    state.chunk = state.writeCallback = null;
    if (isEnd !== 0)
      state.isEndSent = true;
    writeCallback?.();
    if (isEnd !== 0)
      completeFinal(state);
  }

  // If end() follows the last write, the last frame carries END_STREAM: no empty frame is needed.
  end(chunk, encoding, callback) {
    const state = this[kStream];
    if (state.isSendingFile) {
      whenFinished(this, chunk, encoding, callback);
      return this;
    }
    super.end(chunk, encoding, callback);
    const w = this._writableState;
    if (w.ending && state.headersSent && state.core !== null && !state.isEndSubmitted &&
        w.corked === 0 && w.buffered.length === w.bufferedIndex && !this.destroyed)
      submitEnd(state);
    return this;
  }

  _final(callback) {
    const state = this[kStream];
    if (state.id === undefined) {
      if (this.destroyed)
        callback();
      else
        this.once('ready', () => finish(this, state, callback));
      return;
    }
    finish(this, state, callback);
  }

  // ---- Trailers ----

  _onWantTrailers() {
    const state = this[kStream];
    state.trailersReady = true;
    if (this.destroyed || state.core === null)
      return;
    if (state.isClosed) { // the program has closed it: there are none
      native.trailers(state.core.id, state.id, '');
      state.core.schedule();
    } else if (!this.emit('wantTrailers'))
      this.sendTrailers({});
  }

  sendTrailers(headers) {
    const state = this[kStream];
    if (this.destroyed || this.closed)
      throw new codes.ERR_HTTP2_INVALID_STREAM();
    if (state.sentTrailers !== undefined)
      throw new codes.ERR_HTTP2_TRAILERS_ALREADY_SENT();
    if (!state.trailersReady)
      throw new codes.ERR_HTTP2_TRAILERS_NOT_READY();
    validateObject(headers, 'headers');
    headers = copyOf(headers);
    const text = textOf(headers, TRAILERS, isStrict(state));
    state.sentTrailers = headers;
    state.waitsForTrailers = false;
    const err = native.trailers(state.core.id, state.id, text);
    if (err < 0 && err !== STREAM_CLOSED)
      this.destroy(new NghttpError(err));
    else
      state.core.schedule();
  }

  // ---- The end ----

  close(code = NO_ERROR, callback = undefined) {
    validateInteger(code, 'code', 0, MAX_UINT32);
    if (callback !== undefined) {
      validateFunction(callback, 'callback');
      this.once('close', callback);
    }
    if (!this.closed)
      closeStream(this, code, true);
  }

  // This side has ended, the peer's has not.
  _onFinishFirst() {}

  // The peer has sent RST_STREAM; nghttp2 closes the stream next.
  _onReset() {
    this[kStream].isReset = true;
  }

  _onNativeClose(code) {
    const state = this[kStream];
    state.isNativeClosed = true;
    if (this.destroyed)
      return;
    // The peer has sent more than the window allowed.
    if (code === FLOW_CONTROL_ERROR && !state.isReset && !state.isClosed) {
      state.session.destroy(new NghttpError(PROTOCOL_ERROR), code);
      return;
    }
    const isCut = !this._writableState.ending;
    if (!state.isClosed)
      closeStream(this, code, false);
    else if (code !== NO_ERROR && !state.rstCode)
      state.rstCode = code;
    if (code !== NO_ERROR && code !== CANCEL) {
      this.destroy();
      return;
    }
    // Writes that are cut off by a regular end do not fail.
    state.isCut = isCut;
    const { writeCallback } = state;
    state.chunk = state.writeCallback = null;
    writeCallback?.();
    if (code === CANCEL) {
      this.destroy();
      return;
    }
    if (!isCut)
      completeFinal(state);
    this._onEnd();
    if (!this.readableEnded && this._discardsUnread(state))
      this.resume();
    else
      this.read(0); // 'end', if there is nothing to read, also of a stream that is paused
    maybeDestroyStream(this);
  }

  // Whether what nobody has begun to read is discarded.
  _discardsUnread() {
    return false;
  }

  [kInspect](depth, options, inspect) {
    return inspectAs('Http2Stream', options, inspect, {
      id: this[kStream].id || '<pending>',
      closed: this.closed,
      destroyed: this.destroyed,
      state: this.state,
      readableState: this._readableState,
      writableState: this._writableState,
    });
  }

  // Of a stream that nghttp2 has closed only the program's part is left.
  _onSessionDestroyed(error) {
    const state = this[kStream];
    if (state.isNativeClosed && state.rstCode === NO_ERROR && !state.isCut)
      return;
    this.destroy(error);
  }

  // Called when the connection has ended.
  _cancel() {
    if (!this[kStream].isNativeClosed)
      this.close(CANCEL);
  }

  _destroy(err, callback) {
    const state = this[kStream];
    const { core, session } = state;
    const code = codeOf(state, err);
    clearTimeout(state.timer);
    state.timer = null;
    if (!state.isClosed)
      closeStream(this, code, false);
    state.rstCode = code;
    if (!state.hasEnded) {
      state.hasEnded = true;
      this.push(null);
    }
    release(state, core, code);
    if (state.times !== null)
      state.times.report(state.id);
    const { writeCallback } = state;
    state.writeCallback = null;
    state.core = null;
    state.session = undefined;
    if (session !== undefined) {
      session[kState].pendingStreams.delete(this);
      process.nextTick(maybeDestroySession, session);
    }
    if (err == null && code !== NO_ERROR && code !== CANCEL)
      err = new codes.ERR_HTTP2_STREAM_ERROR(namesOfErrors.get(code) ?? code);
    if (this._channels !== null && err && this._channels.error.hasSubscribers)
      this._channels.error.publish({ stream: this, error: err });
    if (writeCallback !== null)
      writeCallback(err ?? new codes.ERR_STREAM_DESTROYED('write'));
    callback(err);
  }
}
Http2Stream.prototype._channels = null;

// ---- Helpers ----

function deliver(stream, state) {
  const { inbox } = state;
  while (inbox.length > 0 && state.isReading && !stream.destroyed) {
    if (!stream.push(inbox.shift()))
      state.isReading = false;
  }
  if (inbox.length > 0)
    return;
  state.inbox = null;
  if (state.hasEnded)
    stream.push(null);
}

function writeOne(stream, state, chunk, encoding, callback) {
  if (!stream._prepareToWrite(state)) {
    callback();
    return;
  }
  chunk = retainable(chunk, encoding);
  stream._wrote(state, writeChunk(state, chunk, encoding), chunk, callback);
}

function writeMany(stream, state, chunks, callback) {
  if (!stream._prepareToWrite(state)) {
    callback();
    return;
  }
  let size = 0;
  const retained = new SafeArray();
  for (let i = 0; i < chunks.length && size >= 0; i++) {
    const { encoding } = chunks[i];
    const chunk = retainable(chunks[i].chunk, encoding);
    const written = writeChunk(state, chunk, encoding);
    size = written < 0 ? written : size + written;
    retained.push(chunk);
  }
  stream._wrote(state, size, retained, callback);
}

// A stream that was cut off never finishes: it is destroyed when its data is read.
function finish(stream, state, callback) {
  if (state.isCut)
    return;
  if (!state.headersSent && !state.isClosed && state.core !== null && !state.isEndSent)
    stream._proceed();
  if (state.core === null || state.isNativeClosed || state.isEndSent) {
    callback();
    return;
  }
  if (!state.isEndSubmitted)
    submitEnd(state);
  state.finalCallback = callback;
}

function writeChunk({ core, id }, chunk, encoding) {
  return native.write(core.id, id, chunk, typeof chunk === 'string' ? ENCODINGS[encoding] : 0);
}

// Returns what has to stay alive until the chunk is sent, because C refers to it. C copies strings
// and short chunks; memory that the program may shrink is copied here.
function retainable(chunk, encoding) {
  if (typeof chunk === 'string')
    return ENCODINGS[encoding] === undefined ? bufferFrom(chunk, encoding) : chunk;
  return sizeOf(chunk) > COPY_LIMIT && isResizable(chunk) ? copyBytes(chunk) : chunk;
}

// The arguments are those of end().
function whenFinished(stream, chunk, encoding, callback) {
  const listener = typeof chunk === 'function' ? chunk :
    typeof encoding === 'function' ? encoding : callback;
  if (typeof listener === 'function')
    stream.once('finish', listener);
}

function submitEnd(state) {
  state.isEndSubmitted = true;
  native.end(state.core.id, state.id);
  state.core.schedule();
}

function completeFinal(state) {
  const { finalCallback } = state;
  state.isEndSent = true;
  state.finalCallback = null;
  finalCallback?.();
}

function closeStream(stream, code, resets) {
  const state = stream[kStream];
  state.isClosed = true;
  state.rstCode = code;
  if (stream.timeout > 0) {
    stream.setTimeout(0);
    stream.removeAllListeners('timeout');
  }
  const { ending } = stream._writableState;
  if (!ending) {
    if (!state.isAborted) {
      state.isAborted = true;
      stream.emit('aborted');
    }
    if (code !== NO_ERROR)
      state.isEndSubmitted = true; // what the peer gets is RST_STREAM, not the end
    state.isSendingFile = false;
    stream.end();
  }
  if (stream._channels !== null && stream._channels.close.hasSubscribers)
    stream._channels.close.publish({ stream });
  if (!resets)
    return;
  if (!ending || stream.writableFinished || code !== NO_ERROR || stream.destroyed)
    submitReset(stream, code);
  else
    stream.once('finish', () => submitReset(stream, code));
}

function submitReset(stream, code) {
  const state = stream[kStream];
  if (state.id === undefined) {
    stream.push(null);
    stream.once('ready', () => submitReset(stream, code));
    return;
  }
  if (state.core === null || state.isNativeClosed)
    return;
  state.isResetSubmitted = true; // data that is under way is dropped
  state.core.reset(state.id, code, state.chunk);
}

// What C has of it.
function release(state, core, code) {
  const retained = state.chunk;
  state.chunk = null;
  if (core === null)
    return;
  core.streams.delete(state.id);
  if (core.id === 0 || state.isNativeClosed)
    return;
  core.reset(state.id, code, retained);
}

function codeOf(state, err) {
  const session = state.session?.[kState];
  const sessionCode = session?.goawayCode || session?.destroyCode || NO_ERROR;
  if (err != null)
    return err.name === 'AbortError' ? CANCEL : sessionCode || INTERNAL_ERROR;
  return state.isNativeClosed ? state.rstCode : state.rstCode || sessionCode;
}

// A listener of 'end' and 'finish' that was added before those of the program, which run first.
function maybeDestroy() {
  process.nextTick(maybeDestroyStream, this);
}

function maybeDestroyStream(stream) {
  const state = stream[kStream];
  if (stream.destroyed || !(stream.writableFinished || state.isCut))
    return;
  if (!state.isNativeClosed)
    stream._onFinishFirst(state);
  else if (stream.readableEnded)
    stream.destroy();
}

function maybeDestroySession(session) {
  session._maybeDestroy();
}

const isStrict = (state) => state.session?.[kState].options.strictSingleValueFields !== false;

let hasWarned = false;
let hasWarnedOfMethod = false;
function warnOfPriority() {
  if (hasWarned)
    return;
  hasWarned = true;
  process.emitWarning('Priority signaling has been deprecated as of RFC 9113.',
                      'DeprecationWarning', 'DEP0194');
}

// Adds what two blocks of headers have to the message.
function addInfoHeaders(state, headers) {
  if (state.sentInfoHeaders === undefined)
    state.sentInfoHeaders = [headers];
  else
    state.sentInfoHeaders[state.sentInfoHeaders.length] = headers;
}

module.exports = {
  Http2Stream, STREAM_CLOSED, addInfoHeaders, closeStream, isStrict, kStream, warnOfPriority,
};
