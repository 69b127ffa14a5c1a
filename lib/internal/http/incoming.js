'use strict';
// IncomingMessage: a request in a server, or a response in a client.
//
// (1) The head is stored as the parser's text. rawHeaders, `headers` and the like are made of it
//     when they are first read.
// (2) Reading the message reads the socket: if it is not read, the peer cannot send.
// (3) A message that is destroyed before it is complete is aborted; its socket is destroyed too.
// (4) The state of the stream is created on first access: most requests have no body and no
//     listeners. Until then kPhase is its state.

const {
  ArrayPrototypeSlice, ObjectDefineProperty, ObjectGetPrototypeOf, ObjectHasOwn,
  ObjectSetPrototypeOf, ReflectApply, StringPrototypeSlice, StringPrototypeSplit, Symbol,
} = primordials;
const EventEmitter = require('events');
const { setMethod, shield } = require('internal/prototypes');
const { Readable, ReadableState } = require('internal/streams/readable');
const { addDistinct, addLine, collect, collectDistinct } = require('internal/http/headers');
const { METHOD_NAMES, words, METHOD, MAJOR, MINOR, WANTS_UPGRADE, FIRST_LENGTH } =
  require('internal/http/parser');

const { FastBuffer } = require('internal/buffer');
const { getSlab } = require('internal/handle');
const { isBetweenCharacters } = require('internal/string_decoder');
const { slabText } = internalBinding('stream_wrap');

const kState = Symbol('readableState');
const kPhase = Symbol('phase');
const kText = Symbol('headText');
const kFirst = Symbol('firstLength'); // of the text
const kRaw = Symbol('rawHeaders');
const kRawTrailers = Symbol('rawTrailers');
const kHeaders = Symbol('headers');
const kHeadersDistinct = Symbol('headersDistinct');
const kTrailers = Symbol('trailers');
const kTrailersDistinct = Symbol('trailersDistinct');
const kSignal = Symbol('signal');

// Phases of a message without stream state.
const OPEN = 0, ENDED = 1, CLOSED = 2;

function IncomingMessage(socket) {
  this._events = undefined;
  this._eventsCount = 0;
  this._maxListeners = undefined;
  this[kState] = null;
  this[kPhase] = OPEN;
  this.socket = socket;
  this.httpVersionMajor = null;
  this.httpVersionMinor = null;
  this.httpVersion = null;
  this.complete = false;
  this[kText] = '';
  this[kFirst] = 0;
  this[kRaw] = null;
  this[kRawTrailers] = null;
  this[kHeaders] = null;
  this[kHeadersDistinct] = null;
  this[kTrailers] = null;
  this[kTrailersDistinct] = null;
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
  if (EventEmitter.usingDomains || this._construct !== undefined)
    ReflectApply(Readable, this, [stateOptions(this)]);
}
ObjectSetPrototypeOf(IncomingMessage.prototype, Readable.prototype);
ObjectSetPrototypeOf(IncomingMessage, Readable);

const proto = IncomingMessage.prototype;
shield(proto, [
  'socket', 'url', 'method', 'complete', 'upgrade', 'statusCode', 'statusMessage', 'client',
  'joinDuplicateHeaders', 'httpVersion', 'aborted', 'req',
]);

// ---- The state of the stream ----

const stateOptions = ({ socket }) => ({
  __proto__: null, autoDestroy: true, highWaterMark: socket?.readableHighWaterMark,
});

// Those of the last message: nearly all messages have the same, and the state only reads them.
const last = { __proto__: null, mark: NaN, options: null };

function lastOptions(message) {
  const mark = message.socket?.readableHighWaterMark;
  if (last.mark !== mark) {
    last.mark = mark;
    last.options = stateOptions(message);
  }
  return last.options;
}

function makeState(message) {
  const state = new ReadableState(lastOptions(message), message, false);
  const phase = message[kPhase];
  if (phase !== OPEN)
    state.ended = true;
  if (phase === CLOSED) {
    state.flowing = true;
    state.paused = state.sync = false;
    state.endEmitted = state.destroyed = state.closed = state.closeEmitted = true;
  }
  message[kState] = state;
  return state;
}

// The state belongs to the message, also if an object that inherits from it reads it.
ObjectDefineProperty(proto, '_readableState', {
  __proto__: null, configurable: true, enumerable: false,
  get() {
    const state = this[kState];
    if (state !== null)
      return state;
    let message = this;
    while (!ObjectHasOwn(message, kState))
      message = ObjectGetPrototypeOf(message);
    return makeState(message);
  },
  set(state) { this[kState] = state; },
});

// Sets the properties of the message from the parser's result.
function fill(message, text) {
  const first = words[FIRST_LENGTH];
  const major = words[MAJOR];
  const minor = words[MINOR];
  message.httpVersionMajor = major;
  message.httpVersionMinor = minor;
  message.httpVersion = major === 1 && minor === 1 ? '1.1' : `${major}.${minor}`;
  message.upgrade = words[WANTS_UPGRADE] === 1;
  message[kText] = text;
  message[kFirst] = first;
  return message;
}

function fillRequest(message, text) {
  fill(message, text);
  message.method = METHOD_NAMES[words[METHOD]];
  message.url = firstLine(message);
  return message;
}

const firstLine = (message) => StringPrototypeSlice.call(message[kText], 0, message[kFirst]);

const { push } = Readable.prototype;

// A piece of the body. Text is made of the streams' slab at once, without a Buffer in between.
function pushBody(message, memory, offset, length) {
  const state = message[kState];
  if (state !== null && state.decoder !== null && memory === getSlab() && message.push === push &&
      isBetweenCharacters(state.decoder)) {
    const text = slabText(offset, length);
    if (text !== undefined)
      return message.push(text, 'utf8');
  }
  return message.push(new FastBuffer(memory, offset, length));
}

// All bytes have been pushed.
function endMessage(message, trailers) {
  message.complete = true;
  if (trailers !== null)
    message[kRawTrailers] = trailers;
  if (message[kState] === null)
    message[kPhase] = ENDED;
  else
    message.push(null);
}

// Whether the message has ended and no stream state exists.
const isClosed = (message) => message[kPhase] === CLOSED;

// ---- The head ----

function splitText(message) {
  const text = message[kText];
  const start = message[kFirst] + 1;
  return text.length < start ? [] :
    StringPrototypeSplit.call(StringPrototypeSlice.call(text, start), '\n');
}

function lazy(name, slot, make) {
  ObjectDefineProperty(proto, name, {
    __proto__: null, configurable: true, enumerable: false,
    get() { return this[slot] ??= make(this); },
    set(value) { this[slot] = value; },
  });
}
lazy('rawHeaders', kRaw, splitText);
lazy('rawTrailers', kRawTrailers, () => []);
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

// Notices when the program reads the message; read(0) by the stream itself does not count.
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
  // A paused socket may have more of this message.
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
    process.nextTick(settleSoon, this, err, callback); // after the 'error' of the socket
  } else if (this.aborted || err !== null)
    process.nextTick(settle, this, err, callback);
  else
    callback(null);
};

function settleSoon(message, err, callback) {
  process.nextTick(settle, message, err, callback);
}

// The error of an aborted message is emitted only if there is a listener.
function settle(message, err, callback) {
  callback(err && message.listenerCount('error') > 0 ? err : null);
}

// For programs that fill a message themselves.
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

// Reads and discards the rest of the message, so that the next one can be parsed.
proto._dump = function() {
  if (this._dumped)
    return;
  this._dumped = true;
  if (this[kPhase] === ENDED && this[kState] === null && this._events === undefined) {
    this[kPhase] = CLOSED; // as the stream would be in a few ticks
    return;
  }
  this.removeAllListeners('data');
  this.resume();
};

// For an upgraded connection: the message reads nothing further.
proto._dumpAndCloseReadable = function() {
  this._dumped = true;
  this._readableState.ended = true;
  this._readableState.endEmitted = true;
  this._readableState.destroyed = true;
  this._readableState.closed = true;
  this._readableState.closeEmitted = true;
};

module.exports = { IncomingMessage, endMessage, fill, fillRequest, firstLine, isClosed,
                   pushBody };
