'use strict';
// One connection of a server: requests in, answers out in the same order.
//
// (1) `requests` are those whose answer is not finished, oldest first; only the answer to the
//     oldest has the socket, `responses` wait. A client that sends many requests and reads no
//     answers is held back.
// (2) The clock of a message starts with its first byte (for the first one: with the connection)
//     and stops when it is complete; the server looks at it now and then (server.js).
// (3) A request is reported in the async context that the connection was reported in. What its
//     listener enters ends with the call: it is not that of the body, nor of the next request.
// (4) A broken request ends the connection: 'clientError', or the answer that its error asks for.

const {
  ArrayPrototypeIndexOf, ArrayPrototypePop, ArrayPrototypePush, ArrayPrototypeShift,
  ArrayPrototypeSplice, RegExpPrototypeExec, StringPrototypeToLowerCase, Symbol,
  TypedArrayPrototypeSubarray,
} = primordials;
const { Parser, GO_ON, LEAVE_HTTP } = require('internal/http/parser');
const { fill } = require('internal/http/incoming');
const { codes } = require('internal/errors');
const { connReset } = require('internal/http/common');
const { context, enter } = require('internal/async_context');
const { bufferAlloc } = require('internal/buffer');
const { serverCreated, serverFinish, serverStart } = require('internal/http/channels');
const { kNeedDrain, kUniqueHeaders } = require('internal/http/outgoing');

// Of a server (server.js): the classes of its messages, and options nobody else needs.
const kIncoming = Symbol('IncomingMessage');
const kResponse = Symbol('ServerResponse');
const kUnique = Symbol('uniqueHeaders');
const kOptimizeEmpty = Symbol('optimizeEmptyRequests');

const CONTINUE = /(?:^|\W)100-continue(?:$|\W)/i;
// What a connection listens to.
const EVENTS = ['timeout', 'data', 'end', 'close', 'drain', 'error'];

class Connection {
  // Own properties before they are assigned: a setter of the program must not be called.
  server;
  stream;

  constructor(server, socket) {
    this.server = server;
    this.socket = socket;
    this.requests = []; // not yet answered in full, oldest first
    this.responses = []; // those of them that wait for the socket
    this.answered = 0; // requests so far, the one at hand included
    this.started = server._now();
    this.headComplete = false;
    this.keptAlive = false; // only the keep-alive timeout holds it
    this.outputPending = 0;
    this.upgraded = null; // the request that asked for another protocol, until it gets the rest
    this.stream = null; // an UpgradeStream, when its body was not complete with the head
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
    socket.parser = this.parser;
    socket._httpMessage = null;
    if (socket._handle)
      socket._handle.frame = context.frame;
    if (server.timeout && typeof socket.setTimeout === 'function')
      socket.setTimeout(server.timeout);
    socket.server = server;
    socket.setEncoding = refuseEncoding;
    this.listeners = {
      __proto__: null,
      timeout: () => this.onTimeout(), data: (chunk) => this.onData(chunk), end: () => this.onEnd(),
      close: () => this.onClose(), drain: () => this.onDrain(),
      error: (err) => this.onError(err),
    };
    for (let i = 0; i < EVENTS.length; i++)
      socket.on(EVENTS[i], this.listeners[EVENTS[i]]);
  }

  stopListening() {
    for (let i = 0; i < EVENTS.length; i++)
      this.socket.removeListener(EVENTS[i], this.listeners[EVENTS[i]]);
  }

  get idle() { return this.requests.length === 0 && this.started === 0; }

  // ---- What comes in ----

  onData(chunk) {
    const { parser, server, socket } = this;
    if (parser.owner !== this)
      return; // given up
    if (this.started === 0)
      this.started = server._now();
    if (this.keptAlive)
      this.endKeepAlive();
    const result = parser.execute(chunk);
    if (this.upgraded !== null && !this.upgraded.complete && this.stream === null)
      this.upgradeBeforeBody();
    if (typeof result !== 'number')
      this.onError(result);
    else if (parser.left)
      this.upgrade(TypedArrayPrototypeSubarray.call(chunk, result));
    else {
      if (this.started === 0 && parser.busy)
        this.started = server._now();
      if (socket._paused && socket.parser)
        socket.pause();
    }
  }

  endKeepAlive() {
    this.keptAlive = false;
    this.socket.setTimeout?.(this.server.timeout || 0);
  }

  onHead(head) {
    const { server, socket } = this;
    this.headComplete = true;
    const req = fill(new server[kIncoming](socket), head);
    req.url = head.first;
    req.method = head.method;
    req.joinDuplicateHeaders = server.joinDuplicateHeaders;
    this.parser.incoming = req;
    ArrayPrototypePush.call(this.requests, req);
    if (this.outputPending >= socket.writableHighWaterMark && !socket._paused) {
      socket._paused = true;
      socket.pause();
    }
    if (head.upgrade) {
      req.upgrade = head.method === 'CONNECT' || !!server.shouldUpgradeCallback(req);
      if (req.upgrade) {
        ArrayPrototypePop.call(this.requests);
        this.upgraded = req;
        return LEAVE_HTTP;
      }
    }
    if (server[kOptimizeEmpty] && hasNoBody(head)) {
      req._dumpAndCloseReadable();
      req._read();
    }
    const { frame } = context;
    this.answer(req, head.keepAlive);
    if (context.frame !== frame)
      enter(frame);
    return GO_ON;
  }

  onBody(chunk) {
    const req = this.parser.incoming;
    if (req === null || req._dumped)
      return;
    if (!req.push(chunk))
      this.socket.pause();
  }

  onComplete(trailers) {
    const req = this.parser.incoming;
    this.started = 0;
    this.headComplete = false;
    if (req === null)
      return;
    req.complete = true;
    if (trailers !== null)
      req.rawTrailers = trailers;
    req.push(null);
  }

  // The request is complete; `head` is what came behind it in the same piece.
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

  // Part of the body is still to come: the request reads it, and the stream what comes behind it.
  upgradeBeforeBody() {
    const { server, socket, upgraded: req } = this;
    if (server.listenerCount('upgrade') === 0) {
      socket.destroy();
      return;
    }
    const { UpgradeStream } = require('internal/http/upgrade');
    socket.removeListener('error', this.listeners.error);
    this.stream = new UpgradeStream(socket, req);
    ArrayPrototypePush.call(this.requests, req);    // a connection that ends now aborts it
    server.emit('upgrade', req, this.stream, bufferAlloc(0));
  }

  // ---- What goes out ----

  answer(req, keepAlive) {
    const { server, socket } = this;
    const res = new server[kResponse](req, {
      __proto__: null,
      highWaterMark: socket.writableHighWaterMark,
      rejectNonStandardBodyWrites: server.rejectNonStandardBodyWrites,
    });
    res._keepAliveTimeout = server.keepAliveTimeout;
    res._maxRequestsPerSocket = server.maxRequestsPerSocket;
    res._onPendingData = (bytes) => this.pending(bytes);
    res.shouldKeepAlive = keepAlive;
    res[kUniqueHeaders] = server[kUnique];
    this.answered++;
    const limit = server.maxRequestsPerSocket;
    if (limit > 0)
      res.maxRequestsOnConnectionReached = limit <= this.answered;
    if (socket._httpMessage)
      ArrayPrototypePush.call(this.responses, res);
    else
      res.assignSocket(socket);
    res.on('finish', () => this.onFinish(req, res));
    if (serverCreated.hasSubscribers)
      serverCreated.publish({ request: req, response: res });
    if (serverStart.hasSubscribers)
      serverStart.publish({ request: req, response: res, socket, server });
    this.dispatch(req, res, limit > 0 && limit < this.answered);
  }

  dispatch(req, res, isOver) {
    const { server, socket } = this;
    if (isOver) {
      server.emit('dropRequest', req, socket);
      res.writeHead(503);
      res.end();
      return;
    }
    const is11 = req.httpVersionMajor === 1 && req.httpVersionMinor === 1;
    if (is11 && server.requireHostHeader && req.headers.host === undefined) {
      res.writeHead(400, ['Connection', 'close']);
      res.end();
      return;
    }
    if (is11 && req.headers.expect !== undefined)
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

  onFinish(req, res) {
    const { server, socket } = this;
    if (serverFinish.hasSubscribers)
      serverFinish.publish({ request: req, response: res, socket, server });
    const at = ArrayPrototypeIndexOf.call(this.requests, req);
    if (at >= 0)
      ArrayPrototypeSplice.call(this.requests, at, 1);
    // Nobody will read the rest of the request.
    if (!req._consuming)
      req._dump();
    const forget = () => {
      if (this.parser.incoming === req)
        this.parser.incoming = null;
    };
    if (req.readableEnded)
      forget();
    else
      req.on('end', forget);
    res.detachSocket(socket);
    process.nextTick(closeResponse, res);
    if (res._last) {
      if (typeof socket.destroySoon === 'function')
        socket.destroySoon();
      else
        socket.end();
    } else if (this.responses.length > 0)
      ArrayPrototypeShift.call(this.responses).assignSocket(socket);
    else if (this.requests.length === 0)
      this.rest();
  }

  // Nothing to do: the connection is kept for a while.
  rest() {
    const { server, socket } = this;
    if (!server.keepAliveTimeout || typeof socket.setTimeout !== 'function' || socket.destroyed)
      return;
    socket.setTimeout(server.keepAliveTimeout + server.keepAliveTimeoutBuffer);
    this.keptAlive = true;
  }

  // Answers that wait for their turn use memory: onHead() stops reading when there is much of it.
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
    socket.removeListener('error', this.listeners.error);
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
    if (!server.httpAllowHalfOpen) {
      this.abort();
      socket.end();
    } else if (this.responses.length > 0)
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
    this.server._forget(this);
    this.parser.close(this);
    this.socket.parser = null;
    this.abort();
    const responses = ArrayPrototypeSplice.call(this.responses, 0);
    for (let i = 0; i < responses.length; i++)
      closeResponse(responses[i]);
  }
}

function refuseEncoding() {
  throw new codes.ERR_HTTP_SOCKET_ENCODING();
}

function hasNoBody({ headers }) {
  for (let i = 0; i < headers.length; i += 2) {
    const name = StringPrototypeToLowerCase.call(headers[i]);
    if (name === 'content-length' || name === 'transfer-encoding')
      return false;
  }
  return true;
}

function closeResponse(res) {
  if (res._closed)
    return;
  res.destroyed = true;
  res._closed = true;
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
