'use strict';
// Http2ServerResponse: a stream with the interface of http.ServerResponse.
//
// (1) Headers are stored by their lower-case names and sent with the first part of the body, or
//     with the end. After that they cannot be changed.
// (2) The stream waits for trailers only if some are set when the response ends.

const {
  ArrayIsArray, ArrayPrototypePush, ObjectHasOwn, ObjectKeys, StringPrototypeIncludes,
  StringPrototypeToLowerCase, StringPrototypeTrim, SymbolIterator,
} = primordials;
const { shield } = require('internal/prototypes');
const { Stream } = require('internal/streams/legacy');
const { codes } = require('internal/errors');
const { validateFunction, validateLinkHeaderValue, validateObject, validateString } =
  require('internal/validators');
const { isBadValue, isToken } = require('internal/http/headers');
const { messageSocketProxy } = require('internal/http2/socket_proxy');
const { isForbidden, kSensitiveHeaders } = require('internal/http2/headers');
const { kMessage, kRequest, kResponse } = require('internal/http2/compat_request');

class ResponseState {
  constructor(stream) {
    this.stream = stream;
    this.statusCode = 200;
    this.headers = { __proto__: null };
    this.trailers = null;
    this.sendDate = true;
    this.isEnding = false;
    this.isClosed = false;
    this.isHead = stream.headRequest;
    this.proxy = null;
  }
}
shield(ResponseState.prototype, ['stream', 'statusCode', 'headers', 'trailers', 'sendDate',
  'isEnding', 'isClosed', 'isHead', 'proxy']);

class Http2ServerResponse extends Stream {
  constructor(stream, options) {
    super(options);
    this[kMessage] = new ResponseState(stream);
    stream[kResponse] = this;
    this.writable = true;
    this.req = stream[kRequest];
    stream.on('drain', onDrain);
    stream.on('aborted', onAborted);
    stream.on('close', onClose);
    stream.on('wantTrailers', onWantTrailers);
    stream.on('timeout', onTimeout);
  }

  // ---- Properties ----

  get _header() { return this.headersSent; }
  get writableEnded() { return this[kMessage].isEnding; }
  get finished() { return this[kMessage].isEnding; }
  get writableFinished() { return this[kMessage].stream.writableFinished; }
  get writableCorked() { return this[kMessage].stream.writableCorked; }
  get writableHighWaterMark() { return this[kMessage].stream.writableHighWaterMark; }
  get writableLength() { return this[kMessage].stream.writableLength; }
  get writableObjectMode() { return this[kMessage].stream.writableObjectMode; }
  get writableNeedDrain() { return this[kMessage].stream.writableNeedDrain; }
  get headersSent() { return this[kMessage].stream.headersSent; }
  get stream() { return this[kMessage].stream; }

  get socket() {
    const state = this[kMessage];
    return state.isClosed ? undefined : state.proxy ??= messageSocketProxy(state.stream);
  }
  get connection() { return this.socket; }

  get sendDate() { return this[kMessage].sendDate; }
  set sendDate(value) { this[kMessage].sendDate = !!value; }

  get statusCode() { return this[kMessage].statusCode; }
  set statusCode(code) {
    code |= 0;
    if (code >= 100 && code < 200)
      throw new codes.ERR_HTTP2_INFO_STATUS_NOT_ALLOWED();
    if (code < 100 || code > 599)
      throw new codes.ERR_HTTP2_STATUS_INVALID(code);
    this[kMessage].statusCode = code;
  }

  get statusMessage() {
    warnOfStatusMessage();
    return '';
  }
  set statusMessage(message) {
    warnOfStatusMessage();
  }

  // ---- Headers ----

  setHeader(name, value) {
    validateString(name, 'name');
    store(this, name, value);
    return this;
  }

  appendHeader(name, value) {
    validateString(name, 'name');
    append(this, name, value);
    return this;
  }

  setHeaders(headers) {
    if (this.headersSent)
      throw new codes.ERR_HTTP2_HEADERS_SENT();
    if (!headers || ArrayIsArray(headers) || typeof headers.keys !== 'function' ||
        typeof headers.get !== 'function')
      throw new codes.ERR_INVALID_ARG_TYPE('headers', ['Headers', 'Map'], headers);
    const iterator = headers[SymbolIterator]();
    for (let step = iterator.next(); !step.done; step = iterator.next())
      this.setHeader(step.value[0], step.value[1]);
    return this;
  }

  getHeader(name) {
    validateString(name, 'name');
    return this[kMessage].headers[keyOf(name)];
  }

  getHeaderNames() { return ObjectKeys(this[kMessage].headers); }
  getHeaders() { return { __proto__: null, ...this[kMessage].headers }; }

  hasHeader(name) {
    validateString(name, 'name');
    return ObjectHasOwn(this[kMessage].headers, keyOf(name));
  }

  removeHeader(name) {
    validateString(name, 'name');
    if (this.headersSent)
      throw new codes.ERR_HTTP2_HEADERS_SENT();
    const key = keyOf(name);
    if (key === 'date')
      this[kMessage].sendDate = false;
    delete this[kMessage].headers[key];
  }

  setTrailer(name, value) {
    validateString(name, 'name');
    name = keyOf(name);
    checkHeader(name, value);
    (this[kMessage].trailers ??= { __proto__: null })[name] = value;
  }

  addTrailers(headers) {
    const names = ObjectKeys(headers);
    for (let i = 0; i < names.length; i++)
      this.setTrailer(names[i], headers[names[i]]);
  }

  flushHeaders() {
    const state = this[kMessage];
    if (!state.isClosed && !this.headersSent)
      beginSend(this, state);
  }

  writeHead(statusCode, statusMessage, headers) {
    const state = this[kMessage];
    if (state.isClosed || state.stream.closed || state.stream.destroyed)
      return this;
    if (this.headersSent)
      throw new codes.ERR_HTTP2_HEADERS_SENT();
    if (typeof statusMessage === 'string')
      warnOfStatusMessage();
    if (headers === undefined && typeof statusMessage === 'object')
      headers = statusMessage;
    if (ArrayIsArray(headers))
      addList(this, headers);
    else if (headers !== null && typeof headers === 'object') {
      const names = ObjectKeys(headers);
      for (let i = 0; i < names.length; i++)
        store(this, names[i], headers[names[i]]);
    }
    this.statusCode = statusCode;
    beginSend(this, state);
    return this;
  }

  // ---- The body ----

  cork() { this.stream.cork(); }
  uncork() { this.stream.uncork(); }

  write(chunk, encoding, callback) {
    const state = this[kMessage];
    if (typeof encoding === 'function') {
      callback = encoding;
      encoding = 'utf8';
    }
    let err;
    if (state.isEnding)
      err = new codes.ERR_STREAM_WRITE_AFTER_END();
    else if (state.isClosed)
      err = new codes.ERR_HTTP2_INVALID_STREAM();
    else if (state.stream.destroyed)
      return false;
    if (err !== undefined) {
      if (typeof callback === 'function')
        process.nextTick(callback, err);
      this.destroy(err);
      return false;
    }
    if (!state.stream.headersSent)
      beginSend(this, state);
    return state.stream.write(chunk, encoding, callback);
  }

  end(chunk, encoding, callback) {
    const state = this[kMessage];
    const { stream } = state;
    if (typeof chunk === 'function') {
      callback = chunk;
      chunk = null;
    } else if (typeof encoding === 'function') {
      callback = encoding;
      encoding = 'utf8';
    }
    if ((state.isClosed || state.isEnding) && state.isHead === stream.headRequest) {
      if (typeof callback === 'function')
        process.nextTick(callback);
      return this;
    }
    const hasChunk = chunk !== null && chunk !== undefined;
    if (typeof callback === 'function') {
      if (stream.writableEnded)
        this.once('finish', callback);
      else
        stream.once('finish', callback);
    }
    state.isEnding = true;
    if (!stream.headersSent && !state.isClosed && !stream.destroyed)
      beginSend(this, state, !hasChunk);
    else if (state.trailers === null)
      stream._dropTrailers?.();
    state.isHead = stream.headRequest;
    if (stream.writableEnded)
      return this;
    if (hasChunk)
      stream.end(chunk, encoding);
    else
      stream.end();
    return this;
  }

  destroy(err) {
    const state = this[kMessage];
    if (state.isDestroyed)
      return;
    state.isDestroyed = true;
    state.stream.destroy(err);
  }

  // ---- Other ----

  createPushResponse(headers, callback) {
    validateFunction(callback, 'callback');
    const state = this[kMessage];
    if (state.isClosed) {
      process.nextTick(callback, new codes.ERR_HTTP2_INVALID_STREAM());
      return;
    }
    const options = { highWaterMark: this.writableHighWaterMark };
    state.stream.pushStream(headers, {}, (err, stream) => {
      if (err)
        callback(err);
      else
        callback(null, new this.constructor(stream, options));
    });
  }

  writeContinue() {
    return this._inform({ ':status': 100 });
  }

  writeProcessing() {
    return this._inform({ ':status': 102 });
  }

  writeInformation(statusCode, headers) {
    if (typeof statusCode !== 'number' || statusCode < 100 || statusCode > 199 ||
        statusCode === 101)
      throw new codes.ERR_HTTP2_STATUS_INVALID(statusCode);
    if (headers !== undefined && headers !== null)
      validateObject(headers, 'headers');
    return this._inform({ __proto__: null, ...headers, ':status': statusCode });
  }

  _inform(headers) {
    const { isClosed, stream } = this[kMessage];
    if (stream.headersSent || isClosed || stream.destroyed)
      return false;
    stream.additionalHeaders(headers);
    return true;
  }

  writeEarlyHints(hints) {
    validateObject(hints, 'hints');
    const headers = { __proto__: null };
    const link = validateLinkHeaderValue(hints.link);
    const names = ObjectKeys(hints);
    for (let i = 0; i < names.length; i++) {
      if (names[i] !== 'link') {
        checkHeader(keyOf(names[i]), hints[names[i]]);
        headers[names[i]] = hints[names[i]];
      }
    }
    if (link.length === 0)
      return false;
    return this._inform({ __proto__: null, ...headers, ':status': 103, 'Link': link });
  }

  setTimeout(msecs, callback) {
    const state = this[kMessage];
    if (!state.isClosed)
      state.stream.setTimeout(msecs, callback);
    return this;
  }

  assignSocket() { throw new codes.ERR_METHOD_NOT_IMPLEMENTED('assignSocket()'); }
  detachSocket() { throw new codes.ERR_METHOD_NOT_IMPLEMENTED('detachSocket()'); }
}

// ---- Headers ----

const keyOf = (name) => StringPrototypeToLowerCase.call(StringPrototypeTrim.call(name));

function checkHeader(name, value) {
  if (name === '' || typeof name !== 'string' || StringPrototypeIncludes.call(name, ' '))
    throw new codes.ERR_INVALID_HTTP_TOKEN('Header name', name);
  if (name[0] === ':')
    throw new codes.ERR_HTTP2_PSEUDOHEADER_NOT_ALLOWED();
  if (value === undefined || value === null)
    throw new codes.ERR_HTTP2_INVALID_HEADER_VALUE(value, name);
  if (isForbidden(name, value))
    warnOfConnectionHeader();
}

function checkedKey(response, name, value) {
  const key = keyOf(name);
  checkHeader(key, value);
  if (response.headersSent)
    throw new codes.ERR_HTTP2_HEADERS_SENT();
  if (isForbidden(key, value))
    return undefined;
  if (!isToken(key))
    throw new codes.ERR_INVALID_HTTP_TOKEN('Header name', key);
  if (ArrayIsArray(value) ? false : isBadValue(value, false))
    throw new codes.ERR_INVALID_CHAR('header content', key);
  return key;
}

function store(response, name, value) {
  const key = checkedKey(response, name, value);
  if (key === undefined)
    return;
  if (key === 'date')
    response[kMessage].sendDate = true;
  response[kMessage].headers[key] = value;
}

function append(response, name, value) {
  const key = checkedKey(response, name, value);
  if (key === undefined)
    return;
  const { headers } = response[kMessage];
  const known = headers[key];
  if (known === undefined) {
    headers[key] = value;
    return;
  }
  const list = ArrayIsArray(known) ? known : [known];
  if (ArrayIsArray(value)) {
    for (let i = 0; i < value.length; i++)
      ArrayPrototypePush.call(list, value[i]);
  } else
    ArrayPrototypePush.call(list, value);
  headers[key] = list;
}

// A list of names and values, or of pairs of them.
function addList(response, list) {
  const { headers } = response[kMessage];
  if (list.length % 2 === 1 && !ArrayIsArray(list[0]))
    throw new codes.ERR_INVALID_ARG_VALUE('headers', list);
  const isNested = ArrayIsArray(list[0]);
  const step = isNested ? 1 : 2;
  for (let i = 0; i < list.length; i += step)
    delete headers[keyOf(`${isNested ? list[i][0] : list[i]}`)];
  for (let i = 0; i < list.length; i += step) {
    if (isNested)
      append(response, list[i][0], list[i][1]);
    else
      append(response, list[i], list[i + 1]);
  }
}

function beginSend(response, state, endStream = false) {
  const { stream } = state;
  const headers = state.headers;
  const sent = { __proto__: null, ':status': state.statusCode, ...headers };
  if (headers[kSensitiveHeaders] !== undefined)
    sent[kSensitiveHeaders] = headers[kSensitiveHeaders];
  stream.respond(sent, {
    endStream: endStream && state.trailers === null,
    waitForTrailers: state.trailers !== null || !state.isEnding,
    sendDate: state.sendDate,
  });
}

let warnedOfMessage = false;
function warnOfStatusMessage() {
  if (warnedOfMessage)
    return;
  warnedOfMessage = true;
  process.emitWarning('Status message is not supported by HTTP/2 (RFC7540 8.1.2.4)',
                      'UnsupportedWarning');
}

let warnedOfConnection = false;
function warnOfConnectionHeader() {
  if (warnedOfConnection)
    return;
  warnedOfConnection = true;
  process.emitWarning(
    'The provided connection header is not valid, the value will be dropped from the header and ' +
    'will never be in use.', 'UnsupportedWarning');
}

// ---- Events of the stream ----

function onDrain() {
  this[kResponse]?.emit('drain');
}

function onAborted() {
  const response = this[kResponse];
  if (response !== undefined && !response[kMessage].isClosed)
    response.emit('aborted');
}

function onWantTrailers() {
  this.sendTrailers(this[kResponse]?.[kMessage].trailers ?? {});
}

function onTimeout() {} // the request reports it to both

function onClose() {
  const response = this[kResponse];
  if (response === undefined)
    return;
  const state = response[kMessage];
  state.isClosed = true;
  this[kResponse] = undefined;
  this.removeListener('wantTrailers', onWantTrailers);
  response.writable = false;
  response.emit('finish');
  response.emit('close');
}

module.exports = { Http2ServerResponse };
