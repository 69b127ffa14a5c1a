'use strict';
// OutgoingMessage: what requests and responses share: header fields, the head on the wire, the body
// with its framing, and waiting for a socket.
//
// (1) The head is made once, by _storeHeader(); it goes out with the first bytes of the body, or
//     alone when flushHeaders() asks. Before that, headers may change.
// (2) Without a socket, bytes wait in outputData, in order; _flush() hands them over.
// (3) Writes of one turn leave in one system call, in the next tick or with end(); as one chunk,
//     where the body goes in chunks.
// (4) 'finish' comes when the socket has taken the last byte, 'close' once, when all is over.

const {
  ArrayIsArray, ArrayPrototypeConcat, ArrayPrototypeJoin, ArrayPrototypeMap, ArrayPrototypePush,
  NumberPrototypeToString, ObjectDefineProperty, ObjectKeys, ObjectSetPrototypeOf, ObjectValues,
  ReflectApply, RegExpPrototypeExec, SafeSet, StringPrototypeToLowerCase, Symbol, SymbolFor,
  SymbolIterator, TypedArrayPrototypeGetSymbolToStringTag,
} = primordials;
const { setMethod } = require('internal/prototypes');
const { Stream } = require('internal/streams/legacy');
const { codes } = require('internal/errors');
const { validateString } = require('internal/validators');
const { bufferByteLength } = require('internal/buffer');
const { isBadValue, lower, validateHeaderName } = require('internal/http/headers');
const { kFields, kUniqueHeaders, buildHead } = require('internal/http/head');

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
const kOnFailed = Symbol('onFailed');
const kFinished = Symbol('finished'); // 'finish' was emitted
const kHighWaterMark = Symbol('highWaterMark');

const nop = () => {};
const hexadecimal = (number) => NumberPrototypeToString.call(number, 16);

function OutgoingMessage(options) {
  ReflectApply(Stream, this, []);
  this.outputData = [];
  this.outputSize = 0;
  this.writable = true;
  this.destroyed = false;
  this._last = false;
  this.chunkedEncoding = false;
  this.shouldKeepAlive = true;
  this.maxRequestsOnConnectionReached = false;
  this._defaultKeepAlive = true;
  this.useChunkedEncodingByDefault = true;
  this.sendDate = false;
  this._removedConnection = false;
  this._removedContLen = false;
  this._removedTE = false;
  this.strictContentLength = false;
  this[kBytesWritten] = 0;
  this._contentLength = null;
  this._hasBody = true;
  this._trailer = '';
  this[kNeedDrain] = false;
  this.finished = false;
  this._headerSent = false;
  this[kCorked] = 0;
  this[kChunkedBuffer] = [];
  this[kChunkedLength] = 0;
  this[kFlushing] = false;
  this._closed = false;
  this[kSocket] = null;
  this._header = null;
  this[kFields] = null;
  this._keepAliveTimeout = 0;
  this._onPendingData = nop;
  this[kErrored] = null;
  this[kHighWaterMark] = options?.highWaterMark ??
    require('internal/streams/state').getDefaultHighWaterMark();
  this[kRejectBody] = options?.rejectNonStandardBodyWrites ?? false;
  this[kUniqueHeaders] = null;
  this[kFailed] = null;
  this[kOnFailed] = null;
  this[kFinished] = false;
}
ObjectSetPrototypeOf(OutgoingMessage.prototype, Stream.prototype);
ObjectSetPrototypeOf(OutgoingMessage, Stream);

const proto = OutgoingMessage.prototype;

function getter(name, get, set) {
  ObjectDefineProperty(proto, name, { __proto__: null, configurable: true, get, set });
}
getter('errored', function() { return this[kErrored]; });
getter('closed', function() { return this._closed; });
getter('writableFinished', function() {
  return this.finished && this[kFailed] === null && this.outputSize === 0 &&
    (!this.socket || this.socket.writableLength === 0);
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

ObjectDefineProperty(proto, '_isLenientHeaderValidation', {
  __proto__: null, configurable: true, writable: true,
  value() { return false; },
});

// ---- Header fields ----

function checkNotSent(message, what) {
  if (message._header)
    throw new codes.ERR_HTTP_HEADERS_SENT(what);
}

function checkValue(message, name, value) {
  if (value === undefined)
    throw new codes.ERR_HTTP_INVALID_HEADER_VALUE(value, name);
  if (!isBadValue(value, false))
    return;
  if (!message._isLenientHeaderValidation() || isBadValue(value, true))
    throw new codes.ERR_INVALID_CHAR('header content', name);
}

function checkValues(message, name, value) {
  if (ArrayIsArray(value)) {
    for (let i = 0; i < value.length; i++)
      checkValue(message, name, value[i]);
  } else
    checkValue(message, name, value);
}

proto.setHeader = function(name, value) {
  checkNotSent(this, 'set');
  validateHeaderName(name);
  checkValues(this, name, value);
  const fields = this[kFields] ??= { __proto__: null };
  const key = lower(name);
  fields[key] = [name, value];
  // What was taken out on purpose has been put back.
  if (key === 'connection')
    this._removedConnection = false;
  else if (key === 'content-length')
    this._removedContLen = false;
  else if (key === 'transfer-encoding')
    this._removedTE = false;
  else if (key === 'date')
    this.sendDate = false;
  return this;
};

proto.setHeaders = function(headers) {
  checkNotSent(this, 'set');
  if (!headers || ArrayIsArray(headers) || typeof headers.keys !== 'function' ||
      typeof headers.get !== 'function')
    throw new codes.ERR_INVALID_ARG_TYPE('headers', ['Headers', 'Map'], headers);
  // Headers gives its cookies one by one; setHeader() would keep the last.
  const cookies = [];
  const add = (name, value) => {
    if (name === 'set-cookie' && !ArrayIsArray(value))
      ArrayPrototypePush.call(cookies, value);
    else
      this.setHeader(name, value);
  };
  // The program's own iterator, as in Node: Headers, a Map or something like them.
  const iterator = headers[SymbolIterator]();
  for (let step = iterator.next(); !step.done; step = iterator.next())
    add(step.value[0], step.value[1]);
  if (cookies.length)
    this.setHeader('set-cookie', cookies);
  return this;
};

proto.appendHeader = function(name, value) {
  checkNotSent(this, 'append');
  validateHeaderName(name);
  checkValues(this, name, value);
  const key = lower(name);
  const fields = this[kFields] ??= { __proto__: null };
  const field = fields[key];
  if (field === undefined)
    fields[key] = [name, value];
  else
    field[1] = ArrayPrototypeConcat.call([], field[1], value);
  return this;
};

proto.getHeader = function(name) {
  validateString(name, 'name');
  return this[kFields]?.[StringPrototypeToLowerCase.call(name)]?.[1];
};

proto.getHeaderNames = function() {
  return this[kFields] === null ? [] : ObjectKeys(this[kFields]);
};

proto.getRawHeaderNames = function() {
  return this[kFields] === null ? [] :
    ArrayPrototypeMap.call(ObjectValues(this[kFields]), (field) => field[0]);
};

proto.getHeaders = function() {
  const all = { __proto__: null };
  const fields = this[kFields] ?? all;
  const keys = ObjectKeys(fields);
  for (let i = 0; i < keys.length; i++)
    all[keys[i]] = fields[keys[i]][1];
  return all;
};

proto.hasHeader = function(name) {
  validateString(name, 'name');
  return this[kFields] !== null &&
    this[kFields][StringPrototypeToLowerCase.call(name)] !== undefined;
};

proto.removeHeader = function(name) {
  validateString(name, 'name');
  checkNotSent(this, 'remove');
  const key = StringPrototypeToLowerCase.call(name);
  if (key === 'connection')
    this._removedConnection = true;
  else if (key === 'content-length')
    this._removedContLen = true;
  else if (key === 'transfer-encoding')
    this._removedTE = true;
  else if (key === 'date')
    this.sendDate = false;
  if (this[kFields] !== null)
    delete this[kFields][key];
};

proto._renderHeaders = function() {
  if (this._header)
    throw new codes.ERR_HTTP_HEADERS_SENT('render');
  const all = {};
  const fields = this[kFields] ?? all;
  const keys = ObjectKeys(fields);
  for (let i = 0; i < keys.length; i++)
    all[fields[keys[i]][0]] = fields[keys[i]][1];
  return all;
};

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

proto.addTrailers = function(headers) {
  this._trailer = '';
  const isList = ArrayIsArray(headers);
  const keys = ObjectKeys(headers);
  for (let i = 0; i < keys.length; i++) {
    const field = headers[keys[i]];
    addTrailer(this, isList ? field[0] : keys[i], isList ? field[1] : field);
  }
};

function addTrailer(message, name, value) {
  validateHeaderName(name, 'Trailer name');
  let values = value;
  if (!ArrayIsArray(value))
    values = [value];
  else if (value.length < 2 || message[kUniqueHeaders]?.has(StringPrototypeToLowerCase.call(name)))
    values = [ArrayPrototypeJoin.call(value, '; ')];
  for (let i = 0; i < values.length; i++) {
    if (isBadValue(values[i], message._isLenientHeaderValidation()))
      throw new codes.ERR_INVALID_CHAR('trailer content', name);
    message._trailer += `${name}: ${values[i]}\r\n`;
  }
}

proto._implicitHeader = function() {
  throw new codes.ERR_METHOD_NOT_IMPLEMENTED('_implicitHeader()');
};

// ---- Bytes on their way ----

// The head goes out ahead of the first bytes. One string is one write; a head with characters
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
        // Nothing to add, but whoever waits is called after the head.
        return this._writeRaw(data, encoding, callback, 0);
      }
    }
  }
  return this._writeRaw(data, encoding, callback, byteLength);
};

const isAscii = (text) => RegExpPrototypeExec.call(/[^\0-\x7f]/, text) === null;

proto._writeRaw = function(data, encoding, callback, byteLength) {
  const socket = this[kSocket];
  if (socket?.destroyed) { // its 'close' tells the rest
    this[kFailed] ??= socket.errored ?? new codes.ERR_STREAM_DESTROYED('write');
    return false;
  }
  if (typeof encoding === 'function') {
    callback = encoding;
    encoding = null;
  }
  if (socket && socket._httpMessage === this && socket.writable) {
    if (this.outputData.length)
      this._flushOutput(socket);
    return socket.write(data, encoding, callback);
  }
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

// A socket has come: hand over what waits.
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
  if (this[kCorked] === 0 && this[kChunkedBuffer].length > 0)
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

// What was gathered becomes one chunk; `tail` goes right after it.
function flushChunks(message, tail, tailCallback) {
  const parts = message[kChunkedBuffer];
  const size = hexadecimal(message[kChunkedLength]);
  message[kChunkedBuffer] = [];
  message[kChunkedLength] = 0;
  const callback = (err) => {
    for (let i = 0; i < parts.length; i++) {
      if (parts[i].callback !== nop)
        parts[i].callback(err);
    }
    tailCallback?.(err);
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

// In the next tick: whoever writes several times in a turn sends one chunk.
function flushTurn(message) {
  message[kFlushing] = false;
  if (message[kCorked] === 0 && message[kChunkedBuffer].length > 0 && !message.destroyed)
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

// A write that cannot be: the callback is told, and 'error' unless all is over anyway.
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
  if (!message.chunkedEncoding || (length === 0 && message[kChunkedBuffer].length === 0)) {
    corkForTurn(message, isLast);
    return message._send(chunk, encoding, callback, length);
  }
  if (!message[kSocket] && !message[kCorked])
    return sendChunk(message, chunk, encoding, length, callback);
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
    // All the corks of before: what is here leaves now.
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
    process.nextTick(callback, message[kFailed]);
  else if (message[kFinished])
    process.nextTick(callback, new codes.ERR_STREAM_ALREADY_FINISHED('end'));
  else
    whenFinished(message, callback);
}

// Tells the callback of end(): null at 'finish', or why there will be none.
function whenFinished(message, callback) {
  const { socket } = message;
  if (socket?.errored) {
    message[kFailed] = socket.errored;
    process.nextTick(callback, socket.errored);
    return;
  }
  const listener = () => callback(null);
  message.once('finish', listener);
  ArrayPrototypePush.call((message[kOnFailed] ??= []), (err) => {
    message.removeListener('finish', listener);
    callback(err);
  });
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
  if (isChunked && message[kChunkedBuffer].length > 0)
    flushChunks(message, tail, done);
  else if (isChunked)
    message._send(tail, 'latin1', done);
  else
    message._send('', 'latin1', done);
}

function onFinish(message, err) {
  if (err) {
    message[kFailed] = err;
    const callbacks = message[kOnFailed] ?? [];
    message[kOnFailed] = null;
    for (let i = 0; i < callbacks.length; i++)
      callbacks[i](err);
  } else if (!message.socket?._hadError) {
    message[kFinished] = true;
    message.emit('finish');
  }
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

proto[SymbolFor('nodejs.rejection')] = function(err) {
  this.destroy(err);
};

// The option uniqueHeaders: names whose values go on one line.
function uniqueSet(list) {
  if (!ArrayIsArray(list))
    return null;
  const unique = new SafeSet();
  for (let i = 0; i < list.length; i++)
    unique.add(StringPrototypeToLowerCase.call(list[i]));
  return unique;
}

module.exports = { OutgoingMessage, kErrored, kFields, kHighWaterMark, kNeedDrain, kRejectBody,
                   kUniqueHeaders, uniqueSet };
