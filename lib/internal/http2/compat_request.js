'use strict';
// Http2ServerRequest: a stream with the interface of http.IncomingMessage.

const { ArrayPrototypePush, ObjectAssign, StringPrototypeTrim, Symbol } = primordials;
const { shield } = require('internal/prototypes');
const { Readable } = require('internal/streams/readable');
const { codes } = require('internal/errors');
const { validateString } = require('internal/validators');
const { messageSocketProxy } = require('internal/http2/socket_proxy');

const kRequest = Symbol('request');   // of a stream
const kResponse = Symbol('response');
const kMessage = Symbol('message');   // the state of a request or response

class RequestState {
  constructor(stream, headers, raw) {
    this.stream = stream;
    this.headers = headers;
    this.raw = raw;
    this.trailers = {};
    this.rawTrailers = [];
    this.isAborted = false;
    this.isClosed = false;
    this.hasRead = false;
    this.proxy = null;
  }
}
shield(RequestState.prototype, ['stream', 'headers', 'raw', 'trailers', 'rawTrailers',
  'isAborted', 'isClosed', 'hasRead', 'proxy']);

class Http2ServerRequest extends Readable {
  constructor(stream, headers, options, rawHeaders) {
    super({ __proto__: null, autoDestroy: false, ...options });
    this[kMessage] = new RequestState(stream, headers, rawHeaders);
    stream[kRequest] = this;
    stream.on('trailers', onTrailers);
    stream.on('end', onEnd);
    stream.on('error', onError);
    stream.on('aborted', onAborted);
    stream.on('close', onClose);
    stream.on('timeout', onTimeout);
    this.on('pause', onPause);
    this.on('resume', onResume);
  }

  get aborted() { return this[kMessage].isAborted; }
  get complete() {
    const { isAborted, isClosed, stream } = this[kMessage];
    return isAborted || this.readableEnded || isClosed || stream.readableEnded || stream.destroyed;
  }
  get stream() { return this[kMessage].stream; }
  get headers() { return this[kMessage].headers; }
  get rawHeaders() { return this[kMessage].raw; }
  get trailers() { return this[kMessage].trailers; }
  get rawTrailers() { return this[kMessage].rawTrailers; }
  get httpVersionMajor() { return 2; }
  get httpVersionMinor() { return 0; }
  get httpVersion() { return '2.0'; }
  get scheme() { return this[kMessage].headers[':scheme']; }

  get authority() {
    const { headers } = this[kMessage];
    return headers[':authority'] ?? headers.host;
  }

  get socket() {
    const state = this[kMessage];
    return state.proxy ??= messageSocketProxy(state.stream);
  }
  get connection() { return this.socket; }

  get method() { return this[kMessage].headers[':method']; }
  set method(method) {
    validateString(method, 'method');
    if (StringPrototypeTrim.call(method) === '')
      throw new codes.ERR_INVALID_ARG_VALUE('method', method);
    this[kMessage].headers[':method'] = method;
  }

  get url() { return this[kMessage].headers[':path']; }
  set url(url) { this[kMessage].headers[':path'] = url; }

  _read() {
    const state = this[kMessage];
    if (!state.hasRead) {
      state.hasRead = true;
      state.stream.on('data', onData);
      // No more data will arrive.
      if (state.stream.readableEnded || state.stream.destroyed)
        this.push(null);
    } else
      process.nextTick(resumeStream, state.stream);
  }

  setTimeout(msecs, callback) {
    const state = this[kMessage];
    if (!state.isClosed)
      state.stream.setTimeout(msecs, callback);
    return this;
  }
}

function resumeStream(stream) {
  if (!stream.destroyed)
    stream.resume();
}

// ---- Events of the stream ----

function onData(chunk) {
  const request = this[kRequest];
  if (request !== undefined && !request.push(chunk))
    this.pause();
}

function onTrailers(trailers, flags, raw) {
  const request = this[kRequest];
  if (request === undefined)
    return;
  const state = request[kMessage];
  ObjectAssign(state.trailers, trailers);
  for (let i = 0; i < raw.length; i++)
    ArrayPrototypePush.call(state.rawTrailers, raw[i]);
}

function onEnd() {
  this[kRequest]?.push(null);
}

function onError() {} // not an error of the request or response: they are closed

function onAborted() {
  const request = this[kRequest];
  if (request === undefined || request[kMessage].isClosed)
    return;
  request[kMessage].isAborted = true;
  request.emit('aborted');
}

function onClose() {
  const request = this[kRequest];
  if (request === undefined)
    return;
  request[kMessage].isClosed = true;
  request.push(null);
  if (request.readableFlowing === null && !request[kMessage].hasRead)
    request.resume(); // nobody reads it
  this[kRequest] = undefined;
  request.emit('close');
}

function onTimeout() {
  const request = this[kRequest];
  const response = this[kResponse];
  let isHandled = request?.emit('timeout') ?? false;
  isHandled = (response?.emit('timeout') ?? false) || isHandled;
  if (!isHandled && this.session?._server?.emit('timeout', this) !== true)
    this.destroy();
}

// ---- Events of the request ----

function onPause() {
  this[kMessage].stream.pause();
}

function onResume() {
  const { stream, isClosed } = this[kMessage];
  if (!isClosed && this[kMessage].hasRead && !stream.destroyed)
    stream.resume();
}

module.exports = { Http2ServerRequest, kMessage, kRequest, kResponse };
