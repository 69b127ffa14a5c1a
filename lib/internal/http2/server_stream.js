'use strict';
// ServerHttp2Stream: a request of a client, and the methods that answer it.

const { ArrayIsArray, ArrayPrototypePush, SafeSet } = primordials;
const { native, NghttpError } = require('internal/http2/native');
const { Http2Stream, STREAM_CLOSED, addInfoHeaders, isStrict, kStream, warnOfPriority } =
  require('internal/http2/stream');
const { REQUEST, RESPONSE, copyOf, copyOfList, objectOfList, textOf, textOfList } =
  require('internal/http2/headers');
const { kState } = require('internal/http2/session');
const { lower } = require('internal/http/headers');
const { utcDate } = require('internal/http/head');
const { codes } = require('internal/errors');
const { validateBoolean, validateFunction, validateNumber, validateObject } =
  require('internal/validators');
const { setImmediate } = require('timers');
const channels = require('internal/http2/channels');

const END_STREAM = 1;
const WANT_TRAILERS = 2;
const NO_MORE_STREAMS = -509; // of nghttp2
const NO_PAYLOAD = new SafeSet();
NO_PAYLOAD.add(204).add(205).add(304);

class ServerHttp2Stream extends Http2Stream {
  constructor(session, id, headers, options) {
    super(session, options);
    this._init(id, session[kState].core);
    this.headRequest = headers[':method'] === 'HEAD';
    this._protocol = headers[':scheme'];
    this._authority = headers[':authority'] ?? headers.host;
    this._isPush = false;
    if (channels.server.created.hasSubscribers || channels.server.close.hasSubscribers ||
        channels.server.error.hasSubscribers || channels.server.finish.hasSubscribers)
      this._channels = channels.server;
  }

  get pushAllowed() {
    const { core, session } = this[kStream];
    return !this.destroyed && !this.closed && core !== null && !session.closed &&
      !session.destroyed && session.remoteSettings.enablePush;
  }

  _discardsUnread(state) {
    return this.readableFlowing === null && (!state.isReading || this.readableLength === 0) &&
      this.listenerCount('readable') === 0;
  }

  // The answer is complete and the program does not read the request: the client may stop sending.
  // The immediate leaves time to push streams.
  _onFinishFirst(state) {
    if (!state.hasEnded && !state.isClosed && this._discardsUnread(state))
      setImmediate(closeUnread, this);
  }

  // A write, or the end, without respond().
  _proceed() {
    this.respond();
  }

  // ---- Headers ----

  respond(headersParam, options) {
    const state = this[kStream];
    if (this.destroyed || this.closed)
      throw new codes.ERR_HTTP2_INVALID_STREAM();
    if (state.headersSent)
      throw new codes.ERR_HTTP2_HEADERS_SENT();
    options = checkResponse(headersParam, options);
    const { flags, list, headers } = prepare(this, headersParam, options);
    const text = list !== null ? textOfList(list, RESPONSE, isStrict(state)) :
      textOf(headers, RESPONSE, isStrict(state));
    this._submitResponse(state, headers, text, flags);
    if (flags & END_STREAM)
      this.end();
  }

  _submitResponse(state, headers, text, flags) {
    state.sentHeaders = headers;
    state.headersSent = true;
    if (flags & WANT_TRAILERS)
      state.waitsForTrailers = true;
    if (flags & END_STREAM)
      state.isEndSubmitted = state.isEndSent = true;
    const err = native.respond(state.core.id, state.id, text, flags);
    if (err < 0 && err !== STREAM_CLOSED)
      this.destroy(new NghttpError(err));
    else
      state.core.schedule();
    if (this._channels !== null && channels.server.finish.hasSubscribers)
      channels.server.finish.publish({ stream: this, headers, flags });
  }

  additionalHeaders(headers) {
    const state = this[kStream];
    if (this.destroyed || this.closed)
      throw new codes.ERR_HTTP2_INVALID_STREAM();
    if (state.headersSent)
      throw new codes.ERR_HTTP2_HEADERS_AFTER_RESPOND();
    validateObject(headers, 'headers');
    headers = copyOf(headers);
    if (headers[':status'] != null) {
      const status = headers[':status'] |= 0;
      if (status === 101)
        throw new codes.ERR_HTTP2_STATUS_101();
      if (status < 100 || status >= 200)
        throw new codes.ERR_HTTP2_INVALID_INFO_STATUS(status);
    }
    const text = textOf(headers, RESPONSE, isStrict(state));
    addInfoHeaders(state, headers);
    const err = native.inform(state.core.id, state.id, text);
    if (err < 0)
      this.destroy(new NghttpError(err));
    else
      state.core.schedule();
  }

  // ---- Push ----

  pushStream(headers, options, callback) {
    const state = this[kStream];
    if (!this.pushAllowed)
      throw new codes.ERR_HTTP2_PUSH_DISABLED();
    if (this._isPush)
      throw new codes.ERR_HTTP2_NESTED_PUSH();
    if (typeof options === 'function') {
      callback = options;
      options = undefined;
    }
    validateFunction(callback, 'callback');
    if (options !== undefined)
      checkPriority(options);
    validateObject(headers, 'headers');
    headers = copyOf(headers);
    headers[':method'] ??= 'GET';
    headers[':authority'] ??= this._authority;
    headers[':scheme'] ??= this._protocol;
    headers[':path'] ??= '/';
    const text = textOf(headers, REQUEST, isStrict(state));
    const id = native.push(state.core.id, state.id, text);
    if (id <= 0) {
      process.nextTick(callback, pushError(id));
      return;
    }
    const stream = new ServerHttp2Stream(state.session, id, headers);
    const pushed = stream[kStream];
    stream._isPush = true;
    pushed.hasEnded = true;
    pushed.sentHeaders = headers;
    stream.push(null);
    if (stream.headRequest) {
      pushed.endAfterHeaders = true;
      pushed.isEndSubmitted = pushed.isEndSent = true;
      stream.end();
    }
    publishPush(stream, headers);
    state.core.schedule();
    process.nextTick(callback, null, stream, headers, 0);
  }

  // The response ends without trailers.
  _dropTrailers() {
    const state = this[kStream];
    if (state.waitsForTrailers && state.core !== null && !state.trailersReady) {
      state.waitsForTrailers = false;
      native.dropTrailers(state.core.id, state.id);
    }
  }

  respondWithFD(fd, headers, options) {
    require('internal/http2/files').respondWithFD(this, fd, headers, options);
  }

  respondWithFile(path, headers, options) {
    require('internal/http2/files').respondWithFile(this, path, headers, options);
  }
}

function closeUnread(stream) {
  if (!stream.closed && !stream.destroyed)
    stream.close();
}

function publishPush(stream, headers) {
  const { created, start } = channels.server;
  if (created.hasSubscribers)
    created.publish({ stream, headers });
  if (start.hasSubscribers)
    start.publish({ stream, headers });
}

function pushError(number) {
  if (number === NO_MORE_STREAMS)
    return new codes.ERR_HTTP2_OUT_OF_STREAMS();
  return number === -533 ? new codes.ERR_HTTP2_STREAM_SELF_DEPENDENCY() : new NghttpError(number);
}

function checkPriority(options) {
  validateObject(options, 'options');
  const { exclusive, parent, silent, weight } = options;
  if (weight !== undefined)
    warnOfPriority();
  if (parent !== undefined)
    validateNumber(parent, 'options.parent');
  if (exclusive !== undefined)
    validateBoolean(exclusive, 'options.exclusive');
  if (silent !== undefined)
    validateBoolean(silent, 'options.silent');
}

function checkResponse(headers, options) {
  if (headers !== undefined && headers !== null && !ArrayIsArray(headers))
    validateObject(headers, 'headers');
  if (options === undefined)
    return { __proto__: null };
  validateObject(options, 'options');
  return { __proto__: null, ...options };
}

function checkStatus(status) {
  if (status < 200 || status > 599)
    throw new codes.ERR_HTTP2_STATUS_INVALID(status);
}

function hasName(list, name) {
  for (let i = 0; i < list.length; i += 2) {
    if (lower(`${list[i]}`) === name)
      return true;
  }
  return false;
}

// Adds the status and the date. Returns the flags, and the list if the program gave one.
function prepare(stream, given, options) {
  let list = null;
  let headers;
  if (ArrayIsArray(given)) {
    list = copyOfList(given);
    headers = objectOfList(given);
    if (headers[':status'] === undefined)
      ArrayPrototypePush.call(list, ':status', 200);
    if (!hasName(list, 'date') && options.sendDate !== false)
      ArrayPrototypePush.call(list, 'date', utcDate());
  } else
    headers = { __proto__: null, ...given };
  const status = headers[':status'] === undefined ? 200 : headers[':status'] | 0;
  if (list === null || headers[':status'] === undefined)
    headers[':status'] = status;
  checkStatus(status);
  if (headers.date == null && options.sendDate !== false &&
      (list === null || !hasName(given, 'date')))
    headers.date = utcDate();
  let flags = options.waitForTrailers ? WANT_TRAILERS : 0;
  if (options.endStream || NO_PAYLOAD.has(status) || stream.headRequest)
    flags = END_STREAM;
  return { __proto__: null, flags, headers, list };
}

module.exports = { NO_PAYLOAD, ServerHttp2Stream, WANT_TRAILERS, checkStatus };
