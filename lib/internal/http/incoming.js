'use strict';
// IncomingMessage: a request as the server gets it, a response as the client gets it.
//
// (1) rawHeaders is what came; `headers` and its kin are made of it when they are asked for.
// (2) Reading the message reads the socket: whoever does not read holds the peer back.
// (3) A message that is destroyed before it is complete was aborted, and takes its socket along.

const {
  ArrayPrototypeSlice, ObjectDefineProperty, ObjectSetPrototypeOf, ReflectApply, Symbol,
} = primordials;
const { setMethod } = require('internal/prototypes');
const { Readable } = require('internal/streams/readable');
const { addDistinct, addLine, collect, collectDistinct } = require('internal/http/headers');

const kHeaders = Symbol('headers');
const kHeadersDistinct = Symbol('headersDistinct');
const kTrailers = Symbol('trailers');
const kTrailersDistinct = Symbol('trailersDistinct');
const kSignal = Symbol('signal');

function IncomingMessage(socket) {
  ReflectApply(Readable, this, [{
    __proto__: null, autoDestroy: true, highWaterMark: socket?.readableHighWaterMark,
  }]);
  this.socket = socket;
  this.httpVersionMajor = null;
  this.httpVersionMinor = null;
  this.httpVersion = null;
  this.complete = false;
  this[kHeaders] = null;
  this[kHeadersDistinct] = null;
  this[kTrailers] = null;
  this[kTrailersDistinct] = null;
  this.rawHeaders = [];
  this.rawTrailers = [];
  this.joinDuplicateHeaders = false;
  this.aborted = false;
  this.upgrade = null;
  // a request:
  this.url = '';
  this.method = null;
  // a response:
  this.statusCode = null;
  this.statusMessage = null;
  this.client = socket;
  this._consuming = false;
  this._dumped = false;
}
ObjectSetPrototypeOf(IncomingMessage.prototype, Readable.prototype);
ObjectSetPrototypeOf(IncomingMessage, Readable);

const proto = IncomingMessage.prototype;

// What the parser found, put where the user looks for it.
function fill(message, head) {
  message.httpVersionMajor = head.major;
  message.httpVersionMinor = head.minor;
  message.httpVersion = `${head.major}.${head.minor}`;
  message.rawHeaders = head.headers;
  message.upgrade = head.upgrade;
  return message;
}

function lazy(name, slot, make) {
  ObjectDefineProperty(proto, name, {
    __proto__: null, configurable: true, enumerable: false,
    get() { return this[slot] ??= make(this); },
    set(value) { this[slot] = value; },
  });
}
lazy('headers', kHeaders,
     (m) => collect(m.rawHeaders, {}, m.joinDuplicateHeaders));
lazy('headersDistinct', kHeadersDistinct, (m) => collectDistinct(m.rawHeaders));
lazy('trailers', kTrailers,
     (m) => collect(m.rawTrailers, {}, m.joinDuplicateHeaders));
lazy('trailersDistinct', kTrailersDistinct, (m) => collectDistinct(m.rawTrailers));
lazy('signal', kSignal, (message) => {
  const { AbortController } = require('internal/abort_controller');
  const controller = new AbortController();
  if (message.destroyed)
    controller.abort();
  else
    message.once('close', () => message.aborted && controller.abort());
  return controller.signal;
});

ObjectDefineProperty(proto, 'connection', {
  __proto__: null, configurable: true, enumerable: true,
  get() { return this.socket; },
  set(socket) { this.socket = socket; },
});

proto.setTimeout = function(msecs, callback) {
  if (callback)
    this.on('timeout', callback);
  this.socket.setTimeout(msecs);
  return this;
};

// Whether the user reads: the stream's own read(0) tells nothing.
const overrides = {
  __proto__: Readable.prototype,

  read(n) {
    if (n !== 0)
      this._consuming = true;
    return super.read(n);
  },
};
setMethod(proto, 'read', overrides.read);

proto._read = function() {
  // A socket that is paused has more of this message, or nothing to do.
  const { socket } = this;
  if (socket?.readable)
    socket.resume();
};

proto._destroy = function(err, callback) {
  if (!this.readableEnded || !this.complete) {
    this.aborted = true;
    this.emit('aborted');
  }
  const { socket } = this;
  if (this.aborted && socket && !socket.destroyed) {
    socket.destroy(err);
    // 'error' and 'close' of the message come after those of its socket.
    socket.once('close', () => process.nextTick(settle, this, err, callback));
    return;
  }
  process.nextTick(settle, this, err, callback);
};

// Nobody has to listen for the error of a message that was cut off.
function settle(message, err, callback) {
  callback(err && message.listenerCount('error') > 0 ? err : null);
}

// For who fills a message by hand.
proto._addHeaderLines = function(headers, count) {
  if (!headers?.length)
    return;
  const list = count === undefined ? headers :
    ArrayPrototypeSlice.call(headers, 0, count);
  const slot = this.complete ? kTrailers : kHeaders;
  this[this.complete ? 'rawTrailers' : 'rawHeaders'] = list;
  if (this[slot] !== null)
    collect(list, this[slot], this.joinDuplicateHeaders);
};
proto._addHeaderLine = function(name, value, fields) {
  addLine(fields, name, value, this.joinDuplicateHeaders);
};
proto._addHeaderLineDistinct = function(name, value, fields) {
  addDistinct(fields, name, value);
};

// The rest does not matter to anybody: it is read so that the next message can come.
proto._dump = function() {
  if (this._dumped)
    return;
  this._dumped = true;
  this.removeAllListeners('data');
  this.resume();
};

// For an upgraded connection, of which the message reads nothing more.
proto._dumpAndCloseReadable = function() {
  this._dumped = true;
  this._readableState.ended = true;
  this._readableState.endEmitted = true;
  this._readableState.destroyed = true;
  this._readableState.closed = true;
  this._readableState.closeEmitted = true;
};

module.exports = { IncomingMessage, fill };
