'use strict';
// One request on one connection of the client: sends it, reads the response, returns the socket.
//
// (1) An exchange listens to the socket from begin() until the socket is freed or closed.
// (2) The connection is reused if both sides agree, the request was sent completely, and the
//     response was read completely.

const { TypedArrayPrototypeSubarray } = primordials;
const { shield } = require('internal/prototypes');
const { Parser, GO_ON, LEAVE_HTTP, SKIP_BODY, words, KEEP_ALIVE, STATUS } =
  require('internal/http/parser');
const { IncomingMessage, endMessage, fill, firstLine, pushBody } =
  require('internal/http/incoming');
const { connReset, isLenient } = require('internal/http/common');
const { context, enter } = require('internal/async_context');
const { observed, now, report } = require('internal/perf/observed');
const { close, emitError, hangUp, kExchange, kFrame, kNeedDrain, listenForTimeout } =
  require('internal/http/client');
const { clientFinish } = require('internal/http/channels');

function begin(req, socket) {
  new Exchange(req, socket).start();
}

function reportClient(req, started) {
  const { statusCode, statusMessage, headers } = req.res;
  const { path } = req;
  // A proxy gets the whole URL.
  const url = path[0] === '/' || path === '*' || req.method === 'CONNECT' ?
    `${req.protocol}//${req.getHeader('host') ?? req.host}${path}` : path;
  report('HttpClient', 'http', started, {
    req: { method: req.method, url, headers: req.getHeaders() },
    res: { statusCode, statusMessage, headers },
  });
}

// The events that an exchange listens to.
const EVENTS = ['error', 'data', 'end', 'close', 'drain'];

class Exchange {
  constructor(req, socket) {
    this.req = req;
    this.socket = socket;
    this.parser = Parser.open(true, this, socket, {
      __proto__: null,
      maxHeaderSize: req.maxHeaderSize,
      maxHeaderPairs: req.maxHeadersCount ?? undefined,
      lenient: isLenient(req),
    });
    this.resource = null; // for async hooks
    this.started = observed.http > 0 ? now() : undefined; // for PerformanceObserver
    this.informed = false; // the current head is informational (1xx)
    this.listeners = {
      __proto__: null,
      error: (err) => this.onError(err), data: (chunk) => this.onData(chunk),
      end: () => this.onEnd(), close: () => this.onClose(), drain: () => this.onDrain(),
    };
  }

  start() {
    const { parser, req, socket } = this;
    req[kExchange] = this;
    req.socket = socket;
    req.parser = parser;
    socket.parser = parser;
    socket._httpMessage = req;
    if (socket._handle)
      socket._handle.frame = req[kFrame];
    if (context.resources !== null) {
      this.resource = { type: 'HTTPCLIENTREQUEST', req };
      context.resources.init('HTTPCLIENTREQUEST', this.resource);
    }
    for (let i = 0; i < EVENTS.length; i++)
      socket.on(EVENTS[i], this.listeners[EVENTS[i]]);
    if (req.timeout !== undefined || req.agent?.options?.timeout)
      listenForTimeout(req);
    req.emit('socket', socket);
    req.on('finish', () => {
      if (req.shouldKeepAlive && req._ended)
        this.keep();
    });
    req._flush();
  }

  // ---- What comes in ----

  onData(chunk) {
    const { parser, req, socket } = this;
    if (parser.owner !== this)
      return;
    const resources = this.resource === null ? null : context.resources;
    if (resources !== null)
      resources.begin(this.resource);
    const result = parser.execute(chunk);
    if (resources !== null)
      resources.end();
    if (typeof result !== 'number') {
      this.release();
      socket.destroy();
      socket._hadError = true;
      emitError(req, result);
    } else if (parser.left)
      this.upgrade(TypedArrayPrototypeSubarray.call(chunk, result));
  }

  onHead(text) {
    const { parser, req, socket } = this;
    const status = words[STATUS];
    const keepAlive = words[KEEP_ALIVE] === 1;
    if (req.res) {
      // A second response to one request: the server violates the protocol.
      socket.destroy();
      parser.close(this);
      return GO_ON;
    }
    const res = fill(new IncomingMessage(socket), text);
    res.statusCode = status;
    res.statusMessage = firstLine(res);
    res.joinDuplicateHeaders = req.joinDuplicateHeaders;
    if (req.method === 'CONNECT')
      res.upgrade = true;
    parser.incoming = res;
    req.res = res;
    if (res.upgrade)
      return LEAVE_HTTP;
    if (status >= 100 && status < 200 && status !== 101) {
      this.inform(res);
      return SKIP_BODY;
    }
    if (req.shouldKeepAlive && !keepAlive)
      req.shouldKeepAlive = false;
    this.respond(res);
    return req.method === 'HEAD' || status === 204 || status === 304 ? SKIP_BODY : GO_ON;
  }

  inform(res) {
    const { req } = this;
    req.res = null;
    this.informed = true;
    if (res.statusCode === 100)
      req.emit('continue');
    req.emit('information', {
      statusCode: res.statusCode, statusMessage: res.statusMessage, httpVersion: res.httpVersion,
      httpVersionMajor: res.httpVersionMajor, httpVersionMinor: res.httpVersionMinor,
      headers: res.headers, rawHeaders: res.rawHeaders,
    });
  }

  respond(res) {
    const { req } = this;
    res.req = req;
    if (this.started !== undefined)
      reportClient(req, this.started);
    if (clientFinish.hasSubscribers)
      clientFinish.publish({ request: req, response: res });
    res.on('end', () => this.onResponseEnd());
    this.onTimeout = () => res.emit('timeout');
    this.socket.on('timeout', this.onTimeout);
    const { frame } = context;
    if (req.aborted || !req.emit('response', res))
      res._dump();
    if (context.frame !== frame)
      enter(frame);     // what the listener has entered ends with its call
  }

  onBody(memory, offset, length) {
    const res = this.parser.incoming;
    if (res === null || res._dumped && !res.readable)
      return;
    if (!pushBody(res, memory, offset, length))
      this.socket.pause();
  }

  onComplete(trailers) {
    const { parser } = this;
    const res = parser.incoming;
    if (this.informed) {
      this.informed = false;
      parser.incoming = null;
      return;
    }
    if (res === null)
      return;
    if (!res.upgrade) {
      endMessage(res, trailers);
      return;
    }
    res.complete = true;
    if (trailers !== null)
      res.rawTrailers = trailers;
  }

  upgrade(head) {
    const { req, socket } = this;
    const { res } = req;
    const event = req.method === 'CONNECT' ? 'connect' : 'upgrade';
    this.release();
    socket.removeListener('close', this.listeners.close);
    socket.removeListener('error', this.listeners.error);
    if (req.timeoutCb)
      socket.removeListener('timeout', req.timeoutCb);
    socket._httpMessage = null;
    if (req.listenerCount(event) === 0) {
      socket.destroy();
      this.onClose();
      return;
    }
    req.upgradeOrConnect = true;
    socket.emit('agentRemove');
    socket.readableFlowing = null;
    req.emit(event, res, socket, head);
    close(req);
  }

  // ---- Giving the connection back ----

  onResponseEnd() {
    const { req, socket } = this;
    req._ended = true;
    socket.removeListener('timeout', this.onTimeout);
    if (req.timeoutCb)
      socket.removeListener('timeout', req.timeoutCb);
    if (!req.shouldKeepAlive) {
      if (socket.writable) {
        if (typeof socket.destroySoon === 'function')
          socket.destroySoon();
        else
          socket.end();
      }
    } else if (req.writableFinished && !req.aborted)
      this.keep();
  }

  keep() {
    const { req, socket } = this;
    if (this.kept)
      return;
    this.kept = true;
    this.release();
    for (let i = 0; i < EVENTS.length; i++)
      socket.removeListener(EVENTS[i], this.listeners[EVENTS[i]]);
    req.destroyed = true;
    process.nextTick(() => {
      close(req);
      socket.emit('free');
    });
  }

  release() {
    const { parser, req, socket } = this;
    parser.close(this);
    if (this.resource !== null)
      context.gone?.(this.resource);
    socket.parser = null;
    req.parser = null;
    socket.removeListener('data', this.listeners.data);
    socket.removeListener('end', this.listeners.end);
    socket.removeListener('drain', this.listeners.drain);
  }

  // ---- Faults and the end ----

  onDrain() {
    const { req } = this;
    if (!req.finished && req[kNeedDrain]) {
      req[kNeedDrain] = false;
      req.emit('drain');
    }
  }

  onError(err) {
    const { parser, req, socket } = this;
    socket._hadError = true;
    emitError(req, err);
    if (parser.owner === this)
      parser.finish(this);
    this.release();
    socket.destroy();
  }

  onEnd() {
    const { parser, req, socket } = this;
    if (!req.res && !socket._hadError) {
      socket._hadError = true;
      emitError(req, hangUp());
    }
    if (parser.owner === this)
      parser.finish(this);
    socket.end();
  }

  onClose() {
    const { parser, req, socket } = this;
    if (parser.owner === this) {
      parser.finish(this);
      this.release();
    }
    const { res } = req;
    req.destroyed = true;
    if (res) {
      if (!res.complete)
        res.destroy(connReset('aborted'));
      close(req);
      if (!res.aborted && res.readable)
        res.push(null);
    } else {
      if (!socket._hadError) {
        socket._hadError = true;
        emitError(req, hangUp());
      }
      close(req);
    }
    req.outputData.length = 0;
  }
}
shield(Exchange.prototype, ['req', 'socket', 'parser', 'resource', 'started', 'informed']);

module.exports = { begin };
