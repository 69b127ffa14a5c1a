'use strict';
// OutgoingMessage, the base of requests and responses: header fields, the head, the framing of the
// body, and buffering until there is a socket.
//
// (1) _storeHeader() makes the head once. It is sent with the first bytes of the body, or alone by
//     flushHeaders(). Until then, headers may change.
// (2) Without a socket, bytes are queued in outputData; _flush() writes them.
// (3) Writes of one turn are sent by one system call, in the next tick or by end(). With chunked
//     encoding they are one chunk.
// (4) When the socket has taken the last byte, the callbacks of end() are called, then 'finish' is
//     emitted. 'close' is emitted once, at the end.

const {
  ArrayIsArray, ArrayPrototypePush, NumberPrototypeToString, ObjectDefineProperty,
  ObjectSetPrototypeOf, ReflectApply, RegExpPrototypeExec, SafeArray, SafeSet,
  StringPrototypeToLowerCase, Symbol, SymbolFor, TypedArrayPrototypeGetSymbolToStringTag,
} = primordials;
const { setMethod, shield } = require('internal/prototypes');
const EventEmitter = require('events');
const { Stream } = require('internal/streams/legacy');
const { codes } = require('internal/errors');
const { bufferByteLength } = require('internal/buffer');
const { Duplex } = require('internal/streams/duplex');
const { kFields, kUniqueHeaders, buildHead } = require('internal/http/head');
const { addFieldMethods, checkValue } = require('internal/http/fields');

const kSocket = Symbol('socket');
const kCorked = Symbol('corked');
const kChunkedBuffer = Symbol('chunkedBuffer');
const kChunkedLength = Symbol('chunkedLength');
const kErrored = Symbol('errored');
const kFlushing = Symbol('flushing');
const kNeedDrain = Symbol('needDrain');
const kBytesWritten = Symbol('bytesWritten');
const kRejectBody = Symbol('rejectNonStandardBodyWrites');
const kFailed = Symbol('failed'); // why the last byte did not go out
const kEndCallbacks = Symbol('endCallbacks'); // null, if no end() had one
const kFinished = Symbol('finished'); // 'finish' was emitted
const kConnection = Symbol('connection'); // that of a server, which answers by this message
const kHighWaterMark = Symbol('highWaterMark');

const nop = () => {};
const hexadecimal = (number) => NumberPrototypeToString.call(number, 16);

function OutgoingMessage(options) {
  initOutgoing(this, options);
}
ObjectSetPrototypeOf(OutgoingMessage.prototype, Stream.prototype);
ObjectSetPrototypeOf(OutgoingMessage, Stream);

function initOutgoing(message, options) {
  if (EventEmitter.usingDomains)
    ReflectApply(Stream, message, []);
  else {
    // EventEmitter creates the table with the first listener.
    message._events = undefined;
    message._eventsCount = 0;
    message._maxListeners = undefined;
  }
  message.outputData = [];
  message.outputSize = 0;
  message.writable = true;
  message.destroyed = false;
  message._last = false;
  message.chunkedEncoding = false;
  message.shouldKeepAlive = true;
  message.maxRequestsOnConnectionReached = false;
  message._defaultKeepAlive = true;
  message.useChunkedEncodingByDefault = true;
  message.sendDate = false;
  message._removedConnection = false;
  message._removedContLen = false;
  message._removedTE = false;
  message.strictContentLength = false;
  message[kBytesWritten] = 0;
  message._contentLength = null;
  message._hasBody = true;
  message._trailer = '';
  message[kNeedDrain] = false;
  message.finished = false;
  message._headerSent = false;
  message[kCorked] = 0;
  message[kChunkedBuffer] = null;
  message[kChunkedLength] = 0;
  message[kFlushing] = false;
  message._closed = false;
  message[kSocket] = null;
  message._header = null;
  message[kFields] = null;
  message._keepAliveTimeout = 0;
  message._onPendingData = nop;
  message[kErrored] = null;
  message[kHighWaterMark] = options?.highWaterMark ??
    require('internal/streams/state').getDefaultHighWaterMark();
  message[kRejectBody] = options?.rejectNonStandardBodyWrites ?? false;
  message[kUniqueHeaders] = null;
  message[kFailed] = null;
  message[kEndCallbacks] = null;
  message[kFinished] = false;
  message[kConnection] = null;
}

const proto = OutgoingMessage.prototype;
shield(proto, ['writable', 'destroyed', 'finished', 'req', 'statusMessage']);

function getter(name, get, set) {
  ObjectDefineProperty(proto, name, { __proto__: null, configurable: true, get, set });
}
getter('errored', function() { return this[kErrored]; });
getter('closed', function() { return this._closed; });
getter('writableFinished', function() {
  return this[kFinished];
});
getter('writableObjectMode', () => false);
getter('writableLength', function() {
  const chunk = this[kChunkedLength];
  return this.outputSize + (chunk === 0 ? 0 : chunk + hexadecimal(chunk).length + 4) +
    (this.socket ? this.socket.writableLength : 0);
});
getter('writableHighWaterMark', function() {
  return this.socket ? this.socket.writableHighWaterMark : this[kHighWaterMark];
});
getter('writableCorked', function() { return this[kCorked]; });
getter('writableEnded', function() { return this.finished; });
getter('writableNeedDrain', function() {
  return !this.destroyed && !this.finished && this[kNeedDrain];
});
getter('headersSent', function() { return !!this._header; });
function socketSetter(value) {
  for (let n = 0; n < this[kCorked]; n++) {
    value?.cork();
    this[kSocket]?.uncork();
  }
  this[kSocket] = value;
}
getter('socket', function() { return this[kSocket]; }, socketSetter);
getter('connection', function() { return this[kSocket]; }, socketSetter);

addFieldMethods(proto);

ObjectDefineProperty(proto, '_isLenientHeaderValidation', {
  __proto__: null, configurable: true, writable: true,
  value() { return false; },
});

proto._storeHeader = function(firstLine, headers) {
  const head = buildHead(this, firstLine, headers, checkValue);
  this._last = head.isLast;
  this.shouldKeepAlive = head.keepAlive;
  this.chunkedEncoding = head.isChunked;
  this._contentLength = head.contentLength;
  this._defaultKeepAlive = head.defaultKeepAlive;
  this._removedConnection = head.removedConnection;
  this._removedTE = head.removedEncoding;
  this._removedContLen = head.removedLength;
  this._header = head.text;
  this._headerSent = false;
  if (head.hasExpect)
    this._send('');
};

proto._implicitHeader = function() {
  throw new codes.ERR_METHOD_NOT_IMPLEMENTED('_implicitHeader()');
};

// ---- Bytes on their way ----

// The head is sent before the first bytes, in the same write if possible. A head with characters
// beyond ASCII is Latin-1 and cannot be joined with UTF-8.
proto._send = function(data, encoding, callback, byteLength) {
  if (!this._headerSent && this._header !== null) {
    this._headerSent = true;
    const head = this._header;
    if (typeof data === 'string' && (encoding === 'latin1' || encoding === 'binary' ||
        (isUtf8(encoding) && isAscii(head)))) {
      if (byteLength !== undefined)
        byteLength += head.length;
      data = head + data;
    } else {
      this._writeRaw(head, 'latin1', nop, head.length);
      if (data.length === 0) {
        // No bytes, but the callback must run after the head.
        return this._writeRaw(data, encoding, callback, 0);
      }
    }
  }
  return this._writeRaw(data, encoding, callback, byteLength);
};

const isAscii = (text) => RegExpPrototypeExec.call(/[^\0-\x7f]/, text) === null;

proto._writeRaw = function(data, encoding, callback, byteLength) {
  const socket = this[kSocket];
  if (socket?.destroyed) // its 'close' ends the message
    return false;
  if (typeof encoding === 'function') {
    callback = encoding;
    encoding = null;
  }
  if (socket && socket._httpMessage === this && socket.writable) {
    if (this.outputData.length)
      this._flushOutput(socket);
    return socket.write(data, encoding, callback);
  }
  if (this.outputData.length === 0)
    this.outputData = new SafeArray();
  ArrayPrototypePush.call(this.outputData, { data, encoding, callback });
  this.outputSize += byteLength ?? data.length;
  this._onPendingData(byteLength ?? data.length);
  return this.outputSize < this[kHighWaterMark];
};

proto._flushOutput = function(socket) {
  const waiting = this.outputData;
  if (waiting.length === 0)
    return undefined;
  while (this[kCorked]) {
    this[kCorked]--;
    socket.cork();
  }
  socket.cork();
  let result;
  for (let i = 0; i < waiting.length; i++) {
    const { data, encoding, callback } = waiting[i];
    result = socket.write(data, encoding, i === waiting.length - 1 && this[kNeedDrain] ?
      andDrain(this, callback) : callback);
  }
  socket.uncork();
  this.outputData = [];
  this._onPendingData(-this.outputSize);
  this.outputSize = 0;
  return result;
};

// The message has a socket: writes what is queued.
proto._flush = function() {
  const socket = this[kSocket];
  if (!socket?.writable)
    return;
  const result = this._flushOutput(socket);
  if (this.finished)
    this._finish();
  else if (result && this.writableLength === 0)
    drained(this);
};

function drained(message) {
  if (!message[kNeedDrain] || message.finished)
    return;
  message[kNeedDrain] = false;
  message.emit('drain');
}

function andDrain(message, callback) {
  return (err) => {
    callback?.(err);
    if (!err && message.writableLength === 0)
      drained(message);
  };
}

proto._finish = function() {
  this.emit('prefinish');
};

proto.flushHeaders = function() {
  if (!this._header)
    this._implicitHeader();
  this._send('');
};

proto.cork = function() {
  this[kCorked]++;
  this[kSocket]?.cork();
};

proto.uncork = function() {
  if (this[kCorked] > 0)
    this[kCorked]--;
  this[kSocket]?.uncork();
  if (this[kCorked] === 0 && this[kChunkedBuffer] !== null)
    flushChunks(this, '', null);
};

const isUtf8 = (encoding) => !encoding || encoding === 'utf8' || encoding === 'utf-8';

function areAllText(parts) {
  for (let i = 0; i < parts.length; i++) {
    if (typeof parts[i].data !== 'string' || !isUtf8(parts[i].encoding))
      return false;
  }
  return true;
}

// Sends the collected writes as one chunk, followed by `tail`.
function flushChunks(message, tail, tailCallback) {
  const parts = message[kChunkedBuffer];
  const size = hexadecimal(message[kChunkedLength]);
  message[kChunkedBuffer] = null;
  message[kChunkedLength] = 0;
  const callback = (err) => {
    for (let i = 0; i < parts.length; i++) {
      if (parts[i].callback !== nop)
        parts[i].callback(err);
    }
    tailCallback?.(err);
    // A socket that has sent all at once has no 'drain'.
    if (!err && message[kNeedDrain] && message.writableLength === 0)
      drained(message);
  };
  if (areAllText(parts)) {
    let text = `${size}\r\n`;
    for (let i = 0; i < parts.length; i++)
      text += parts[i].data;
    return message._send(`${text}\r\n${tail}`, 'utf8', callback);
  }
  message[kSocket]?.cork();
  message._send(`${size}\r\n`, 'latin1', null);
  for (let i = 0; i < parts.length; i++)
    message._send(parts[i].data, parts[i].encoding, null);
  const result = message._send(`\r\n${tail}`, 'latin1', callback);
  message[kSocket]?.uncork();
  return result;
}

// Runs in the next tick, so that several writes of a turn are one chunk.
function flushTurn(message) {
  message[kFlushing] = false;
  if (message[kCorked] === 0 && message[kChunkedBuffer] !== null && !message.destroyed)
    flushChunks(message, '', null);
}

// ---- write() and end() ----

function isBytes(chunk) {
  return TypedArrayPrototypeGetSymbolToStringTag.call(chunk) === 'Uint8Array';
}

function checkChunk(chunk) {
  if (chunk === null)
    throw new codes.ERR_STREAM_NULL_VALUES();
  if (typeof chunk !== 'string' && !isBytes(chunk))
    throw new codes.ERR_INVALID_ARG_TYPE(
      'chunk', ['string', 'Buffer', 'Uint8Array'], chunk);
}

setMethod(proto, 'write', function(chunk, encoding, callback) {
  if (typeof encoding === 'function') {
    callback = encoding;
    encoding = null;
  }
  const result = writeBody(this, chunk, encoding, callback, false);
  if (!result)
    this[kNeedDrain] = true;
  return result;
});

// Rejects a write: calls the callback, and emits 'error' unless the message is destroyed.
function refuse(message, err, callback) {
  process.nextTick(() => {
    callback(err);
    if (!message.destroyed)
      message.emit('error', err);
  });
  return false;
}

function writeBody(message, chunk, encoding, callback, isLast) {
  if (typeof callback !== 'function')
    callback = nop;
  checkChunk(chunk);
  if (message.finished)
    return refuse(message, new codes.ERR_STREAM_WRITE_AFTER_END(), callback);
  if (message.destroyed)
    return refuse(message, new codes.ERR_STREAM_DESTROYED('write'), callback);
  const length = typeof chunk === 'string' ? bufferByteLength(chunk, encoding) : chunk.byteLength;
  if (message.strictContentLength)
    checkLength(message, length, isLast);
  if (!message._header) {
    if (isLast)
      message._contentLength ??= length;
    message._implicitHeader();
  }
  if (!message._hasBody) {
    if (message[kRejectBody])
      throw new codes.ERR_HTTP_BODY_NOT_ALLOWED();
    process.nextTick(callback);
    return true;
  }
  message[kBytesWritten] += length;
  if (!message.chunkedEncoding || (length === 0 && message[kChunkedBuffer] === null)) {
    corkForTurn(message, isLast);
    return message._send(chunk, encoding, callback, length);
  }
  if (!message[kSocket] && !message[kCorked])
    return sendChunk(message, chunk, encoding, length, callback);
  message[kChunkedBuffer] ??= new SafeArray();
  ArrayPrototypePush.call(message[kChunkedBuffer], { data: chunk, encoding, callback });
  message[kChunkedLength] += length;
  if (!isLast && !message[kFlushing] && message[kCorked] === 0) {
    message[kFlushing] = true;
    process.nextTick(flushTurn, message);
  }
  return message.writableLength < message.writableHighWaterMark;
}

function sendChunk(message, chunk, encoding, length, callback) {
  const size = hexadecimal(length);
  if (typeof chunk === 'string' && (isUtf8(encoding) || encoding === 'latin1'))
    return message._send(`${size}\r\n${chunk}\r\n`, encoding, callback, length + size.length + 4);
  message._send(`${size}\r\n`, 'latin1', null, size.length + 2);
  message._send(chunk, encoding, null, length);
  return message._send('\r\n', 'latin1', callback, 2);
}

function checkLength(message, length, isLast) {
  const promised = message._contentLength ?? (message.hasHeader('content-length') ?
    +message.getHeader('content-length') : null);
  if (promised === null || !message._hasBody || message.hasHeader('transfer-encoding'))
    return;
  const total = message[kBytesWritten] + length;
  if (isLast ? total !== promised : total > promised)
    throw new codes.ERR_HTTP_CONTENT_LENGTH_MISMATCH(total, promised);
}

function corkForTurn(message, isLast) {
  const socket = message[kSocket];
  if (isLast || !socket || socket.writableCorked)
    return;
  socket.cork();
  process.nextTick(uncork, socket);
}

function uncork(socket) {
  socket.uncork();
}

setMethod(proto, 'end', function(chunk, encoding, callback) {
  if (typeof chunk === 'function') {
    callback = chunk;
    chunk = null;
    encoding = null;
  } else if (typeof encoding === 'function') {
    callback = encoding;
    encoding = null;
  }
  if (this.finished) {
    endAgain(this, chunk, callback);
    return this;
  }
  if (chunk != null)
    checkChunk(chunk);
  if (this[kConnection] !== null && endAtOnce(this, chunk, encoding, callback))
    return this;
  this[kSocket]?.cork();
  if (chunk != null && chunk !== '')
    writeBody(this, chunk, encoding, null, true);
  else
    endEmpty(this);
  if (typeof callback === 'function')
    whenFinished(this, callback);
  sendEnd(this);
  const socket = this[kSocket];
  if (socket) {
    // Removes all corks, so that the bytes are sent now.
    if (socket._writableState)
      socket._writableState.corked = 1;
    socket.uncork();
  }
  this[kCorked] = 1;
  this.uncork();
  this.finished = true;
  if (this.outputData.length === 0 && socket && socket._httpMessage === this)
    this._finish();
  return this;
});

function endAgain(message, chunk, callback) {
  if (chunk != null) {
    refuse(message, new codes.ERR_STREAM_WRITE_AFTER_END(), callback ?? nop);
    return;
  }
  if (typeof callback !== 'function')
    return;
  if (message[kFailed])
    callback(message[kFailed]);
  else if (message[kFinished])
    callback(new codes.ERR_STREAM_ALREADY_FINISHED('end'));
  else
    whenFinished(message, callback);
}

// Calls the callback of end(): with null before 'finish', or with the error that prevents it.
function whenFinished(message, callback) {
  const { socket } = message;
  if (socket?.errored) {
    message[kFailed] = socket.errored;
    process.nextTick(callback, socket.errored);
    return;
  }
  ArrayPrototypePush.call((message[kEndCallbacks] ??= new SafeArray()), callback);
}

// The list stays, empty: such a message is closed in a tick, as one with listeners.
function callEndCallbacks(message, err) {
  const callbacks = message[kEndCallbacks];
  if (callbacks === null)
    return;
  message[kEndCallbacks] = new SafeArray();
  for (let i = 0; i < callbacks.length; i++) {
    const callback = callbacks[i];
    callback(err);
  }
}

function endEmpty(message) {
  if (message.strictContentLength && message._header)
    checkLength(message, 0, true);
  if (!message._header) {
    message._contentLength = 0;
    message._implicitHeader();
  }
}

function sendEnd(message) {
  const done = (err) => onFinish(message, err);
  const isChunked = message._hasBody && message.chunkedEncoding;
  const tail = isChunked ? `0\r\n${message._trailer}\r\n` : '';
  if (isChunked && message[kChunkedBuffer] !== null)
    flushChunks(message, tail, done);
  else if (isChunked)
    message._send(tail, 'latin1', done);
  else
    message._send('', 'latin1', done);
}

function onFinish(message, err) {
  if (err) {
    message[kFailed] = err;
    callEndCallbacks(message, err);
  } else if (!message.socket?._hadError)
    emitFinish(message);
}

function emitFinish(message) {
  message[kFinished] = true;
  callEndCallbacks(message, null);
  message[kConnection]?.onFinish(message);
  if (!isUnheard(message))
    message.emit('finish');
}

// Whether the program reads the body of the request, which then goes on though it was answered.
function isRead(request) {
  const events = request?._events;
  return events !== undefined && (events.data !== undefined || events.readable !== undefined);
}

const { emit } = EventEmitter.prototype;
// Whether the message has no listeners, no callbacks of end() and no emit() of the program.
const isUnheard = (message) => message._events === undefined && message[kEndCallbacks] === null &&
  message.emit === emit;

// ---- A whole response at once ----

const MAX_AT_ONCE = 16384;
const BODY_IS_LATIN1 = 1, BODY_IS_CHUNKED = 2, MAY_WAIT = 4; // src/runtime/bindings/message.c
const { write: writeToStream } = Duplex.prototype;

// Whether the stream of a socket would write a chunk to the handle at once.
function isIdle({ _writableState: state, write }) {
  return write === writeToStream && state.length === 0 && state.corked === 0 && !state.writing &&
    !state.ending && !state.destroyed && state.errored === null;
}

function isReady(message, socket) {
  return socket?._httpMessage === message && isIdle(socket) &&
    socket._handle?.writeMessage !== undefined;
}

// The flags of a body that can be sent together with its head, or -1.
function flagsOf(message, chunk, encoding) {
  if (typeof chunk !== 'string')
    return chunk.byteLength <= MAX_AT_ONCE * 4 ? 0 : -1;
  if (chunk.length > MAX_AT_ONCE)
    return -1;
  return isUtf8(encoding) ? 0 : encoding === 'latin1' ? BODY_IS_LATIN1 : -1;
}

// Writes the head and the whole body to the handle, bypassing the idle stream of the socket.
// Returns false if end() must take the general way.
function endAtOnce(message, chunk, encoding, callback) {
  const socket = message[kSocket];
  if (message._headerSent || message.destroyed || message[kCorked] !== 0 ||
      message[kChunkedBuffer] !== null || message.strictContentLength ||
      message._trailer !== '' || message.outputData.length !== 0 || !isReady(message, socket))
    return false;
  chunk ??= '';
  let flags = flagsOf(message, chunk, encoding);
  if (flags < 0)
    return false;
  if (!message._header) {
    message._contentLength ??= typeof chunk !== 'string' ? chunk.byteLength :
      flags === BODY_IS_LATIN1 ? chunk.length : bufferByteLength(chunk, 'utf8');
    message._implicitHeader();
  }
  if (!message._hasBody) {
    if (message[kRejectBody] || message._headerSent)
      return false;
    chunk = '';
  } else if (message.chunkedEncoding) {
    if (chunk.length === 0)
      return false;
    flags |= BODY_IS_CHUNKED;
  }
  if (message._headerSent || !isReady(message, socket)) // writeHead() may be the program's
    return false;
  if (typeof callback !== 'function' && isUnheard(message) && !isRead(message.req) &&
      message[kConnection].mayHold())
    flags |= MAY_WAIT;
  const rest = socket._handle.writeMessage(message._header, chunk, flags);
  if (rest < 0)
    return false; // the general way fails too, and reports it
  message._headerSent = true;
  if (socket.timeout)
    socket._unrefTimer();
  afterEnd(message, socket, typeof rest === 'number' ? null : rest, callback);
  return true;
}

function afterEnd(message, socket, rest, callback) {
  const connection = message[kConnection];
  if (typeof callback === 'function')
    whenFinished(message, callback);
  if (rest !== null)
    socket.write(rest, (err) => onFinish(message, err));
  else if (connection.dispatching && connection.done === null && isUnheard(message) &&
      !isRead(message.req)) {
    connection.done = message;
    connection.hasAnswered = true;
  } else
    process.nextTick(onFinish, message, null);
  message.finished = true;
  if (message._events !== undefined || message._finish !== proto._finish)
    message._finish();
}

// ---- The end, and the rest ----

setMethod(proto, 'destroy', function(err) {
  if (this.destroyed)
    return this;
  this.destroyed = true;
  this[kErrored] = err;
  if (this[kSocket])
    this[kSocket].destroy(err);
  else {
    this.once('socket', (socket) => socket.destroy(err));
    process.nextTick(closeUnsent, this);
  }
  return this;
});

function closeUnsent(message) {
  if (message._closed)
    return;
  message._closed = true;
  message.emit('close');
}

proto.setTimeout = function(msecs, callback) {
  if (callback)
    this.on('timeout', callback);
  if (this[kSocket])
    this[kSocket].setTimeout(msecs);
  else
    this.once('socket', (socket) => socket.setTimeout(msecs));
  return this;
};

proto.pipe = function() {
  this.emit('error', new codes.ERR_STREAM_CANNOT_PIPE());
};

setMethod(proto, SymbolFor('nodejs.rejection'), function(err) {
  this.destroy(err);
});

// The option uniqueHeaders: names whose values go on one line.
function uniqueSet(list) {
  if (!ArrayIsArray(list))
    return null;
  const unique = new SafeSet();
  for (let i = 0; i < list.length; i++)
    unique.add(StringPrototypeToLowerCase.call(list[i]));
  return unique;
}

module.exports = { OutgoingMessage, emitFinish, initOutgoing, isIdle, isUnheard, kConnection,
                   kErrored, kFields, kHighWaterMark, kNeedDrain, kSocket, kUniqueHeaders,
                   uniqueSet };
