'use strict';
// ClientHttp2Session: sends requests, and handles what a server sends without a request (pushes,
// ALTSVC, ORIGIN).

const {
  ArrayIsArray, ArrayPrototypePush, ReflectApply, StringPrototypeSlice,
  StringPrototypeSplit, SymbolDispose,
} = primordials;
const { CLIENT, Http2Session, kState, originsOf } = require('internal/http2/session');
const { ClientHttp2Stream } = require('internal/http2/client_stream');
const { kStream, warnOfPriority } = require('internal/http2/stream');
const { REQUEST, copyOf, copyOfList, listOf, objectOf, objectOfList, textOf, textOfList } =
  require('internal/http2/headers');
const { native, NghttpError, ALTSVC } = require('internal/http2/native');
const { AbortError, codes } = require('internal/errors');
const { validateAbortSignal, validateBoolean, validateNumber, validateObject } =
  require('internal/validators');
const channels = require('internal/http2/channels');

const END_STREAM = 1;
const WANT_TRAILERS = 2;
const PUSH_RESPONSE = 2;
const RESPONSE_HEADERS = 1;
const NO_MORE_STREAMS = -509; // of nghttp2
const DEFAULT_MAX_ORIGINS = 128;

class ClientHttp2Session extends Http2Session {
  constructor(options, socket) {
    super(options, CLIENT, socket);
    this._authority = undefined;
    this._protocol = undefined;
  }

  _onOpen() {
    process.nextTick(() => {
      if (!this.destroyed)
        this.emit('connect', this, this[kState].socket);
    });
    const { pendingStreams } = this[kState];
    pendingStreams.forEach((stream) => submit(this, stream));
    pendingStreams.clear();
  }

  request(headersParam, options) {
    this._touch();
    checkHeaders(headersParam);
    options = checkOptions(options);
    const { headers, list } = prepare(this, headersParam);
    const method = headers[':method'];
    checkConnect(headers, method);
    const strict = this[kState].options.strictSingleValueFields !== false;
    const text = list !== null ? textOfList(list, REQUEST, strict) :
      textOf(headers, REQUEST, strict);
    if (options.endStream === undefined)
      options.endStream = method === 'GET' || method === 'HEAD' || method === 'DELETE';
    const stream = new ClientHttp2Stream(this);
    const state = stream[kStream];
    state.sentHeaders = headers;
    state.waitsForTrailers = !!options.waitForTrailers && !options.endStream;
    stream._request = { __proto__: null, text, endStream: options.endStream };
    if (options.endStream) {
      state.isEndSubmitted = state.isEndSent = true;
      stream.end();
    }
    publish(channels.client.created, stream, headers);
    if (options.signal !== undefined)
      listenToSignal(stream, options.signal);
    if (this.destroyed && this[kState].socket !== undefined)
      this.once('close', () => submit(this, stream));
    else if (this.destroyed || this.closed)
      process.nextTick(submit, this, stream);
    else if (this.connecting) {
      stream.cork();
      this[kState].pendingStreams.add(stream);
    } else
      submit(this, stream);
    return stream;
  }

  // ---- From the server ----

  _onHeaders(stream, id, category, flags, text, sensitive) {
    const raw = listOf(text);
    const headers = objectOf(raw, sensitive);
    if (stream === undefined) {
      if (category < 0)
        onPush(this, id, headers, flags, raw);
      return;
    }
    if (stream.destroyed)
      return;
    const state = stream[kStream];
    const isEnd = (flags & END_STREAM) !== 0;
    const event = eventOf(category, headers[':status'], isEnd);
    state.timer?.refresh();
    state.times?.headers();
    if (headers[':status'] === 421)
      this[kState].originSet?.delete(originOf(state.sentHeaders));
    if (event === 'response' || event === 'push') {
      state.endAfterHeaders = isEnd;
      if (stream._channels !== null && channels.client.finish.hasSubscribers)
        channels.client.finish.publish({ stream, headers, flags });
    }
    if (isEnd)
      stream._onEnd(); // 'end' is before the ticks of what listens to the headers
    stream.emit(event, headers, flags, raw);
  }

  _onExtension(type, id, length, text) {
    if (type === ALTSVC) {
      this.emit('altsvc', StringPrototypeSlice.call(text, length),
                StringPrototypeSlice.call(text, 0, length), id);
      return;
    }
    if (!this.encrypted || this.destroyed)
      return;
    const origins = text === '' ? [] :
      StringPrototypeSplit.call(StringPrototypeSlice.call(text, 0, -1), '\0');
    const set = originsOf(this);
    const limit = this[kState].options.maxOriginSetSize ?? DEFAULT_MAX_ORIGINS;
    for (let i = 0; i < origins.length; i++) {
      set.add(origins[i]);
      if (set.size > limit) {
        this.destroy(new codes.ERR_HTTP2_TOO_MANY_ORIGINS(limit));
        return;
      }
    }
    this.emit('origin', origins);
  }
}

const originOf = (headers) => `${headers?.[':scheme']}://${headers?.[':authority']}`;

function eventOf(category, status, isEnd) {
  if (category === PUSH_RESPONSE)
    return 'push';
  if (category === RESPONSE_HEADERS)
    return !isEnd && status !== undefined && status >= 100 && status < 200 ? 'headers' : 'response';
  if (status !== undefined && status >= 200)
    return 'response';
  return isEnd ? 'trailers' : 'headers';
}

function onPush(session, id, headers, flags, raw) {
  if (session.closed || session.destroyed) {
    native.reset(session[kState].core.id, id, 7);
    return;
  }
  const stream = new ClientHttp2Stream(session, id);
  const state = stream[kStream];
  stream._init(id, session[kState].core);
  state.headersSent = true;
  state.isEndSubmitted = state.isEndSent = true;
  stream.end();
  publish(channels.client.created, stream, headers);
  publish(channels.client.start, stream, headers);
  if (!session.emit('stream', stream, headers, flags, raw))
    stream.close(7);
}

function publish(channel, stream, headers) {
  if (channel.hasSubscribers)
    channel.publish({ stream, headers });
}

// ---- Requests ----

function checkHeaders(headers) {
  if (headers === undefined || ArrayIsArray(headers))
    return;
  if (headers === null || typeof headers !== 'object')
    throw new codes.ERR_INVALID_ARG_TYPE('headers', ['Array', 'Object'], headers);
}

function checkOptions(options) {
  if (options === undefined)
    return { __proto__: null };
  validateObject(options, 'options');
  options = { __proto__: null, ...options };
  const { endStream, exclusive, parent, signal, silent, weight } = options;
  if (weight !== undefined)
    warnOfPriority();
  if (endStream !== undefined)
    validateBoolean(endStream, 'options.endStream');
  if (parent !== undefined)
    validateNumber(parent, 'options.parent');
  if (exclusive !== undefined)
    validateBoolean(exclusive, 'options.exclusive');
  if (silent !== undefined)
    validateBoolean(silent, 'options.silent');
  if (signal !== undefined)
    validateAbortSignal(signal, 'options.signal');
  return options;
}

function prepare(session, given) {
  let list = null;
  let headers;
  const defaults = [];
  const add = (name, value) => {
    if (value === undefined || headers[name] !== undefined)
      return;
    headers[name] = value;
    ArrayPrototypePush.call(defaults, name, value);
  };
  if (ArrayIsArray(given)) {
    list = copyOfList(given);
    headers = objectOfList(given);
  } else
    headers = copyOf(given);
  add(':method', 'GET');
  if (headers[':method'] !== 'CONNECT' || headers[':protocol'] !== undefined) {
    if (headers[':authority'] === undefined && headers.host === undefined)
      add(':authority', session._authority);
    add(':scheme', StringPrototypeSlice.call(session._protocol ?? 'http:', 0, -1));
    add(':path', '/');
  }
  if (list !== null)
    ReflectApply(ArrayPrototypePush, list, defaults);
  return { __proto__: null, headers, list };
}

function checkConnect(headers, method) {
  if (method !== 'CONNECT' || headers[':protocol'] !== undefined)
    return;
  if (headers[':authority'] === undefined)
    throw new codes.ERR_HTTP2_CONNECT_AUTHORITY();
  if (headers[':scheme'] !== undefined)
    throw new codes.ERR_HTTP2_CONNECT_SCHEME();
  if (headers[':path'] !== undefined)
    throw new codes.ERR_HTTP2_CONNECT_PATH();
}

function listenToSignal(stream, signal) {
  const abort = () => stream.destroy(new AbortError(undefined, { cause: signal.reason }));
  if (signal.aborted) {
    abort();
    return;
  }
  const { addAbortListener } = require('events');
  const disposable = addAbortListener(signal, abort);
  stream.once('close', () => disposable[SymbolDispose]());
}

// The connection is there: the request gets its number.
function submit(session, stream) {
  if (stream.destroyed)
    return;
  const state = stream[kStream];
  const { core, isClosed, isDestroyed } = session[kState];
  if (isDestroyed || core === null) {
    stream.destroy(new codes.ERR_HTTP2_INVALID_SESSION());
    return;
  }
  if (isClosed) {
    stream.destroy(new codes.ERR_HTTP2_GOAWAY_SESSION());
    return;
  }
  const { endStream, text } = stream._request;
  stream._request = undefined;
  const flags = (endStream ? END_STREAM : 0) | (state.waitsForTrailers ? WANT_TRAILERS : 0);
  const id = native.request(core.id, text, flags);
  if (id === NO_MORE_STREAMS)
    stream.destroy(new codes.ERR_HTTP2_OUT_OF_STREAMS());
  else if (id < 0)
    session.destroy(new NghttpError(id));
  else {
    stream._init(id, core);
    publish(channels.client.start, stream, state.sentHeaders);
    core.schedule();
    if (stream.writableCorked > 0)
      stream.uncork();
    stream.emit('ready');
  }
}

module.exports = { ClientHttp2Session };
