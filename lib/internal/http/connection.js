'use strict';
// One connection of a server: reads requests, sends responses in the same order.
//
// (1) `requests` are those whose response is not finished, oldest first. Only the response to the
//     oldest has the socket; `responses` wait. If a client sends many requests and reads no
//     responses, the connection stops reading.
// (2) The time of a message is measured from its first byte (of the first message: from the begin
//     of the connection) until it is complete. The server checks it periodically (server.js).
// (3) 'request' is emitted in the async context of 'connection'. A context that a listener enters
//     ends with its call: body and next request do not inherit it.
// (4) An invalid request ends the connection: by 'clientError', or by the status of its error.
// (5) While this connection is the only consumer of the socket's stream, the handle passes bytes
//     here directly (onSlab).
// (6) A response without listeners that is ended inside its 'request' event and sent at once is
//     finished without a tick.
// (7) If one read has brought several requests, the first such answer is sent at once, and the next
//     ones are held by the handle until the last request of the read, or until one is not answered
//     in its event. So none is sent later than Node sends it: by a tick after the read.
// (8) An idle connection has one timer for keep-alive. It is not renewed for each request: when it
//     fires, it compares the time.

const {
  ArrayPrototypeIndexOf, ArrayPrototypePop, ArrayPrototypePush, ArrayPrototypeShift,
  ArrayPrototypeSplice, ObjectHasOwn, ObjectSetPrototypeOf, RegExpPrototypeExec,
  SafeArray, StringPrototypeToLowerCase, Symbol, TypedArrayPrototypeGetBuffer,
  TypedArrayPrototypeGetByteOffset, TypedArrayPrototypeGetLength,
} = primordials;
const { Parser, GO_ON, LEAVE_HTTP, words, KEEP_ALIVE, HAS_HOST, HAS_EXPECT } =
  require('internal/http/parser');
const { endMessage, fillRequest, isClosed, pushBody } = require('internal/http/incoming');
const { codes } = require('internal/errors');
const { setMethod } = require('internal/prototypes');
const { connReset } = require('internal/http/common');
const { context, enter } = require('internal/async_context');
const { observed, report } = require('internal/perf/observed');
const { FastBuffer, bufferAlloc } = require('internal/buffer');
const { clearTimeout, setTimeout } = require('timers');
const { serverCreated, serverFinish, serverStart } = require('internal/http/channels');
const { emitFinish, isIdle, isUnheard, kConnection, kNeedDrain, kUniqueHeaders } =
  require('internal/http/outgoing');
const { assign, closeWithSocket, detach } = require('internal/http/response');
const { now } = internalBinding('process');

// Properties of a server (server.js): the classes of its messages, and internal options.
const kIncoming = Symbol('IncomingMessage');
const kResource = Symbol('resource'); // of a request
const kResponse = Symbol('ServerResponse');
const kUnique = Symbol('uniqueHeaders');
const kOptimizeEmpty = Symbol('optimizeEmptyRequests');

const CONTINUE = /(?:^|\W)100-continue(?:$|\W)/i;
const kStarted = Symbol('started'); // of an answer, if http is observed by a PerformanceObserver
const IN_READ = 1; // in place of a time: a message has begun in the bytes that are parsed now

// The listeners of a connection. `this` is the socket.
const LISTENERS = {
  __proto__: null,
  timeout() { this[kConnection].onTimeout(); },
  data(chunk) { this[kConnection].onData(chunk); },
  end() { this[kConnection].onEnd(); },
  close() { this[kConnection]?.onClose(); }, // a program may call it with another `this`
  drain() { this[kConnection].onDrain(); },
  error(err) { this[kConnection].onError(err); },
};
const { data: onSocketData, error: onSocketError } = LISTENERS;
const EVENTS = ['timeout', 'data', 'end', 'close', 'drain', 'error'];

class Connection {
  constructor(server, socket) {
    this.server = server;
    this.socket = socket;
    this.requests = new SafeArray(); // whose response is not finished, oldest first
    this.responses = new SafeArray(); // those of them that wait for the socket
    this.answered = 0; // requests so far, including the current one
    this.started = now();
    this.headComplete = false;
    this.dispatching = false; // inside a 'request' event
    this.done = null; // the answer that was sent inside of it
    this.readEnd = 0; // of the slab's bytes that are parsed now, if more requests may follow
    this.hasAnswered = false; // a request of this read
    this.holds = false; // the handle may hold answers
    this.keptAlive = false; // idle: waits for the next request
    this.idleSince = 0;
    this.idleTime = 0; // after which it is closed
    this.idleTimer = null;
    this.outputPending = 0;
    this.upgraded = null; // the request that asked for another protocol, until it gets the rest
    this.stream = null; // an UpgradeStream, when its body was not complete with the head
    this.responseOptions = { __proto__: null, highWaterMark: socket.writableHighWaterMark,
                             rejectNonStandardBodyWrites: false };
    this.parser = Parser.open(false, this, socket, {
      __proto__: null,
      maxHeaderSize: server.maxHeaderSize,
      maxHeaderPairs: server.maxHeadersCount ?? undefined,
      lenient: server._lenient,
    });
    this.listen();
  }

  listen() {
    const { server, socket } = this;
    const handle = socket._handle;
    socket.parser = this.parser;
    socket._httpMessage = null;
    socket[kConnection] = this;
    if (handle) {
      handle.frame = context.frame;
      if (handle.consumer === null) // a handle of the loop
        handle.consumer = this;
    }
    if (server.timeout && typeof socket.setTimeout === 'function')
      socket.setTimeout(server.timeout);
    socket.server = server;
    if (!ObjectHasOwn(socket, 'timeout'))
      setMethod(socket, 'timeout', undefined); // read for each request
    socket.setEncoding = refuseEncoding;
    for (let i = 0; i < EVENTS.length; i++)
      socket.on(EVENTS[i], LISTENERS[EVENTS[i]]);
    socket.on('close', closeMessage);
  }

  stopListening() {
    const { socket } = this;
    if (socket._handle?.consumer === this)
      socket._handle.consumer = null;
    for (let i = 0; i < EVENTS.length; i++)
      socket.removeListener(EVENTS[i], LISTENERS[EVENTS[i]]);
    socket.removeListener('close', closeMessage);
  }

  get idle() { return this.requests.length === 0 && this.started === 0; }

  // ---- What comes in ----

  // From the handle. Returns false to have the bytes go through the stream.
  onSlab(slab, offset, length) {
    const { socket } = this;
    const state = socket._readableState;
    if (!state.flowing || state.length !== 0 || state.sync || state.decoder !== null ||
        socket._events.data !== onSocketData || this.parser.owner !== this)
      return false;
    state.dataEmitted = true;
    if (socket.timeout && !this.keptAlive)
      socket._unrefTimer();
    this.parse(undefined, slab, 0, offset, offset + length);
    return true;
  }

  onData(chunk) {
    if (this.parser.owner === this) // else given up
      this.parse(chunk, TypedArrayPrototypeGetBuffer.call(chunk),
                 TypedArrayPrototypeGetByteOffset.call(chunk), 0,
                 TypedArrayPrototypeGetLength.call(chunk));
  }

  parse(bytes, memory, base, start, end) {
    if (this.started === 0)
      this.started = IN_READ;
    this.readEnd = bytes === undefined ? end : 0;
    this.parsed(this.parser.run(bytes, memory, base, start, end), memory, base, end);
  }

  // The parser was suspended.
  resume() {
    const { memory, base, end } = this.parser.rest;
    this.readEnd = end;
    this.parsed(this.parser.resume(), memory, base, end);
  }

  parsed(result, memory, base, end) {
    const { parser, socket } = this;
    this.hasAnswered = false;
    if (this.holds)
      this.flush();
    if (this.done !== null)
      this.finishDone();
    if (result === undefined) // suspended
      return;
    if (this.started <= IN_READ)
      this.started = parser.busy ? now() : 0;
    if (this.keptAlive && parser.busy) // an empty line is no message
      this.endKeepAlive();
    if (this.upgraded !== null && !this.upgraded.complete && this.stream === null)
      this.upgradeBeforeBody();
    if (typeof result !== 'number')
      this.onError(result);
    else if (parser.left)
      this.upgrade(new FastBuffer(memory, base + result, end - result));
    else if (socket._paused && socket.parser)
      socket.pause();
  }

  // A listener threw while the parser ran, and the program goes on.
  afterThrow() {
    this.dispatching = this.hasAnswered = false;
    if (this.started <= IN_READ)
      this.started = this.parser.busy ? now() : 0;
    if (this.done !== null)
      this.finishDone();
  }

  onHead(text) {
    const { server, socket } = this;
    this.headComplete = true;
    if (this.keptAlive)
      this.endKeepAlive();
    const keepAlive = words[KEEP_ALIVE] === 1;
    const hasHost = words[HAS_HOST] === 1;
    const hasExpect = words[HAS_EXPECT] === 1;
    const req = fillRequest(new server[kIncoming](socket), text);
    req.joinDuplicateHeaders = server.joinDuplicateHeaders;
    this.parser.incoming = req;
    ArrayPrototypePush.call(this.requests, req);
    if (this.outputPending !== 0 && this.outputPending >= socket.writableHighWaterMark &&
        !socket._paused) {
      socket._paused = true;
      socket.pause();
    }
    if (req.upgrade) {
      req.upgrade = req.method === 'CONNECT' || !!server.shouldUpgradeCallback(req);
      if (req.upgrade) {
        ArrayPrototypePop.call(this.requests);
        this.upgraded = req;
        return LEAVE_HTTP;
      }
    }
    if (server[kOptimizeEmpty] && hasNoBody(req)) {
      req._dumpAndCloseReadable();
      req._read();
    }
    const { frame, resources } = context;
    if (resources !== null)
      resources.begin(this.initResource(req));
    this.dispatching = true;
    this.answer(req, keepAlive, hasHost, hasExpect);
    this.dispatching = false;
    if (this.holds && this.done === null)
      this.flush();
    if (resources !== null)
      resources.end();
    if (context.frame !== frame)
      enter(frame);
    return GO_ON;
  }

  // The resource of a request, for async hooks.
  initResource(req) {
    const { socket } = this;
    const resource = { type: 'HTTPINCOMINGMESSAGE', socket };
    context.resources.init(resource.type, resource, socket._handle ?? undefined);
    req[kResource] = resource;
    return resource;
  }

  onBody(memory, offset, length) {
    const req = this.parser.incoming;
    if (req === null || req._dumped)
      return;
    if (!pushBody(req, memory, offset, length))
      this.socket.pause();
  }

  onComplete(trailers) {
    const req = this.parser.incoming;
    this.started = 0;
    this.headComplete = false;
    if (req !== null)
      endMessage(req, trailers);
    if (this.done !== null)
      this.finishDone();
  }

  // The request is complete; `head` is the rest of the same read.
  upgrade(head) {
    const { server, socket, upgraded: req } = this;
    const event = req.method === 'CONNECT' ? 'connect' : 'upgrade';
    this.stopListening();
    this.parser.close(this);
    socket.parser = null;
    server._forget(this);
    if (this.stream !== null) {
      this.stream.begin(head);
      return;
    }
    if (server.listenerCount(event) === 0) {
      socket.destroy();
      return;
    }
    socket.readableFlowing = null;
    server.emit(event, req, socket, head);
  }

  // The body is not complete: the request reads the rest of it, the UpgradeStream what follows.
  upgradeBeforeBody() {
    const { server, socket, upgraded: req } = this;
    if (server.listenerCount('upgrade') === 0) {
      socket.destroy();
      return;
    }
    const { UpgradeStream } = require('internal/http/upgrade');
    socket.removeListener('error', onSocketError);
    this.stream = new UpgradeStream(socket, req);
    ArrayPrototypePush.call(this.requests, req);    // a connection that ends now aborts it
    server.emit('upgrade', req, this.stream, bufferAlloc(0));
  }

  // ---- What goes out ----

  answer(req, keepAlive, hasHost, hasExpect) {
    const { responseOptions, server, socket } = this;
    responseOptions.rejectNonStandardBodyWrites = server.rejectNonStandardBodyWrites;
    const res = new server[kResponse](req, responseOptions);
    res[kConnection] = this;
    if (observed.http > 0)
      res[kStarted] = now();
    res._keepAliveTimeout = server.keepAliveTimeout;
    res._maxRequestsPerSocket = server.maxRequestsPerSocket;
    res._onPendingData = onPendingData;
    res.shouldKeepAlive = keepAlive;
    res[kUniqueHeaders] = server[kUnique];
    this.answered++;
    const limit = server.maxRequestsPerSocket;
    if (limit > 0)
      res.maxRequestsOnConnectionReached = limit <= this.answered;
    if (socket._httpMessage)
      ArrayPrototypePush.call(this.responses, res);
    else
      assign(res, socket);
    if (serverCreated.hasSubscribers)
      serverCreated.publish({ request: req, response: res });
    if (serverStart.hasSubscribers)
      serverStart.publish({ request: req, response: res, socket, server });
    const is11 = req.httpVersionMajor === 1 && req.httpVersionMinor === 1;
    if (limit > 0 && limit < this.answered) {
      server.emit('dropRequest', req, socket);
      res.writeHead(503);
      res.end();
    } else if (is11 && !hasHost && server.requireHostHeader) {
      res.writeHead(400, ['Connection', 'close']);
      res.end();
    } else if (is11 && hasExpect)
      this.expect(req, res);
    else
      server.emit('request', req, res);
  }

  expect(req, res) {
    const { server } = this;
    if (RegExpPrototypeExec.call(CONTINUE, req.headers.expect) === null) {
      if (server.listenerCount('checkExpectation') > 0)
        server.emit('checkExpectation', req, res);
      else {
        res.writeHead(417);
        res.end();
      }
      return;
    }
    res._expect_continue = true;
    if (server.listenerCount('checkContinue') > 0)
      server.emit('checkContinue', req, res);
    else {
      res.writeContinue();
      server.emit('request', req, res);
    }
  }

  // Whether the answer that is ended now may be held until the next one. If so, it is taken to be.
  mayHold() {
    const { parser, socket } = this;
    if (!this.hasAnswered || !this.dispatching || this.done !== null ||
        parser.at >= this.readEnd || socket._handle.flushMessages === undefined)
      return false;
    this.holds = true;
    return true;
  }

  // Sends the answers that the handle holds.
  flush() {
    const { socket } = this;
    this.holds = false;
    const rest = socket._handle?.flushMessages?.(isIdle(socket)) ?? null;
    if (rest !== null)
      socket.write(rest);
  }

  // `res` was sent at once. Listeners that were added meanwhile are called in a tick.
  finishDone() {
    const res = this.done;
    this.done = null;
    if (isUnheard(res))
      emitFinish(res);
    else
      process.nextTick(emitFinish, res);
  }

  // Called by emitFinish(), before the listeners of the program.
  onFinish(res) {
    const { server, socket } = this;
    const { req } = res;
    if (context.gone !== null && req[kResource] !== undefined)
      context.gone(req[kResource]);
    if (observed.http > 0 && res[kStarted] !== undefined)
      reportRequest(req, res);
    if (serverFinish.hasSubscribers)
      serverFinish.publish({ request: req, response: res, socket, server });
    if (this.requests[0] === req && this.requests.length === 1)
      ArrayPrototypePop.call(this.requests);
    else {
      const at = ArrayPrototypeIndexOf.call(this.requests, req);
      if (at >= 0)
        ArrayPrototypeSplice.call(this.requests, at, 1);
    }
    // The program does not read the rest of the request.
    if (!req._consuming)
      req._dump();
    if (isClosed(req) || req.readableEnded)
      this.forget(req);
    else
      req.on('end', () => this.forget(req));
    detach(res, socket);
    if (isUnheard(res))
      markClosed(res);
    else
      process.nextTick(closeResponse, res);
    if (res._last) {
      if (typeof socket.destroySoon === 'function')
        socket.destroySoon();
      else
        socket.end();
    } else if (this.responses.length > 0)
      assign(ArrayPrototypeShift.call(this.responses), socket);
    else if (this.requests.length === 0)
      this.rest();
  }

  forget(req) {
    if (this.parser.incoming === req)
      this.parser.incoming = null;
  }

  // ---- Keep-alive ----

  // No request is open: starts the keep-alive timeout.
  rest() {
    const { server, socket } = this;
    if (!server.keepAliveTimeout || typeof socket.setTimeout !== 'function' || socket.destroyed)
      return;
    const time = server.keepAliveTimeout + server.keepAliveTimeoutBuffer;
    if (socket.timeout)
      socket.setTimeout(0);
    socket.timeout = time;
    this.keptAlive = true;
    this.idleSince = now();
    if (this.idleTimer === null || time !== this.idleTime)
      this.startIdleTimer(time);
    this.idleTime = time;
  }

  startIdleTimer(time) {
    if (this.idleTimer !== null)
      clearTimeout(this.idleTimer);
    this.idleTimer = setTimeout(onIdleTimer, time, this).unref();
  }

  endKeepAlive() {
    const { server, socket } = this;
    this.keptAlive = false;
    if (socket.timeout !== this.idleTime || server.timeout)
      socket.setTimeout(server.timeout || 0);
    else
      socket.timeout = 0;
  }

  // The timer runs on while requests are served.
  onIdleTimer() {
    const { idleTime, socket } = this;
    this.idleTimer = null;
    if (!this.keptAlive || socket.destroyed || socket.timeout !== idleTime)
      return;
    const left = this.idleSince + idleTime - now();
    if (left > 0)
      this.startIdleTimer(left);
    else
      socket.emit('timeout');
  }

  // Bytes of responses that wait for the socket. Above a limit, onHead() stops reading.
  pending(bytes) {
    const { socket } = this;
    this.outputPending += bytes;
    if (this.outputPending < socket.writableHighWaterMark)
      this.readOn();
  }

  readOn() {
    const { socket } = this;
    if (socket._paused && this.outputPending <= socket.writableHighWaterMark) {
      socket._paused = false;
      socket.resume();
    }
  }

  onDrain() {
    const { socket } = this;
    this.readOn();
    const message = socket._httpMessage;
    if (message && !message.finished && message[kNeedDrain]) {
      message[kNeedDrain] = false;
      message.emit('drain');
    }
  }

  // ---- Time, faults and the end ----

  onTimeout() {
    const { parser, server, socket } = this;
    const req = parser.incoming ?? this.requests[0];
    const heard = (req && !req.complete && req.emit('timeout', socket)) |
      (socket._httpMessage && socket._httpMessage.emit('timeout', socket)) |
      server.emit('timeout', socket);
    if (!heard)
      socket.destroy();
  }

  onError(err) {
    const { server, socket } = this;
    socket.removeListener('error', onSocketError);
    if (socket.listenerCount('error') === 0)
      socket.on('error', () => {});
    if (server.emit('clientError', err, socket))
      return;
    if (socket.writable && (!socket._httpMessage || !socket._httpMessage._headerSent) &&
        err.code !== 'ECONNRESET')
      socket.write(refusal(err), 'latin1');
    socket.destroy(socket.writable ? err : undefined);
  }

  expire() {
    this.parser.close(this);
    this.onError(new codes.ERR_HTTP_REQUEST_TIMEOUT());
  }

  onEnd() {
    const { parser, server, socket } = this;
    const err = parser.finish(this);
    if (err) {
      this.onError(err);
      return;
    }
    if (!server.httpAllowHalfOpen)
      socket.end(); // what has been written is sent; requests without answers end with the socket
    else if (this.responses.length > 0)
      this.responses[this.responses.length - 1]._last = true;
    else if (socket._httpMessage)
      socket._httpMessage._last = true;
    else
      socket.end();
  }

  abort() {
    const requests = ArrayPrototypeSplice.call(this.requests, 0);
    for (let i = 0; i < requests.length; i++)
      requests[i].destroy(connReset('aborted'));
  }

  onClose() {
    const { socket } = this;
    this.server._forget(this);
    this.parser.close(this);
    socket.parser = null;
    if (this.idleTimer !== null)
      clearTimeout(this.idleTimer);
    this.abort();
    const responses = ArrayPrototypeSplice.call(this.responses, 0);
    for (let i = 0; i < responses.length; i++)
      closeResponse(responses[i]);
  }
}
ObjectSetPrototypeOf(Connection.prototype, null); // no setter of the program is called

function reportRequest(req, res) {
  const { statusCode, statusMessage } = res;
  report('HttpRequest', 'http', res[kStarted], {
    req: { method: req.method, url: req.url, headers: req.headers },
    res: { statusCode, statusMessage, headers: res.getHeaders() },
  });
}

// The second listener for 'close' of a socket: the current response is closed after the requests.
function closeMessage() {
  if (this._httpMessage?.[kConnection] !== undefined)
    closeWithSocket(this._httpMessage);
}

function onIdleTimer(connection) {
  connection.onIdleTimer();
}

function onPendingData(bytes) {
  this[kConnection].pending(bytes);
}

function refuseEncoding() {
  throw new codes.ERR_HTTP_SOCKET_ENCODING();
}

function hasNoBody({ rawHeaders }) {
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = StringPrototypeToLowerCase.call(rawHeaders[i]);
    if (name === 'content-length' || name === 'transfer-encoding')
      return false;
  }
  return true;
}

function markClosed(res) {
  res.destroyed = true;
  res._closed = true;
}

function closeResponse(res) {
  if (res._closed)
    return;
  markClosed(res);
  res.emit('close');
}

function refusal({ code }) {
  const status = code === 'HPE_HEADER_OVERFLOW' ? 431 :
    code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW' ? 413 :
      code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
  const { STATUS_CODES } = require('internal/http/status');
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n\r\n`;
}

module.exports = { Connection, kIncoming, kOptimizeEmpty, kResponse, kUnique };
