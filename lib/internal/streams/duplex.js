'use strict';
// Duplex: inherits from Readable, and has the state and the methods of a Writable too.

const {
  ObjectCreate, ObjectDefineProperty, ObjectGetOwnPropertyDescriptor, ObjectSetPrototypeOf,
} = primordials;
const { setMethod, shield } = require('internal/prototypes');
const { initStream } = require('internal/streams/legacy');
const { construct } = require('internal/streams/destroy');
const { methodOf } = require('internal/streams/state');
const readable = require('internal/streams/readable');
const writable = require('internal/streams/writable');
const { Readable, ReadableState } = readable;
const { Writable, WritableState } = writable;

// The order of these slots is the order of eventNames().
function eventSlots() {
  const events = ObjectCreate(null);
  events.close = undefined;
  events.error = undefined;
  events.prefinish = undefined;
  events.finish = undefined;
  events.drain = undefined;
  events.data = undefined;
  events.end = undefined;
  events.readable = undefined;
  return events;
}

function Duplex(options) {
  if (!(this instanceof Duplex))
    return new Duplex(options);
  initDuplex(this, options);
}
ObjectSetPrototypeOf(Duplex.prototype, Readable.prototype);
ObjectSetPrototypeOf(Duplex, Readable);
shield(Duplex.prototype, ['allowHalfOpen']);

function initDuplex(stream, options) {
  stream._events ??= eventSlots();
  const r = stream._readableState = new ReadableState(options, stream, true);
  const w = stream._writableState = new WritableState(options, stream, true);
  stream.allowHalfOpen = true;
  if (options) {
    stream.allowHalfOpen = options.allowHalfOpen !== false;
    if (options.readable === false) {
      r.readable = false;
      r.ended = r.endEmitted = true;
    }
    if (options.writable === false) {
      w.writable = false;
      w.ending = w.ended = w.finished = true;
    }
    const read = methodOf(options, 'read');
    if (read !== undefined)
      stream._read = read;
    writable.adoptOptions(stream, options);
  }
  initStream(stream, options);
  construct(stream, constructed);
}

function constructed(stream) {
  readable.constructed(stream);
  writable.constructed(stream);
}

const METHODS = [
  'write', 'cork', 'uncork', 'setDefaultEncoding', '_write', '_writev', 'end', 'destroy',
];
for (let i = 0; i < METHODS.length; i++)
  setMethod(Duplex.prototype, METHODS[i], Writable.prototype[METHODS[i]]);
const ACCESSORS = [
  'writable', 'writableHighWaterMark', 'writableObjectMode', 'writableBuffer', 'writableLength',
  'writableFinished', 'writableCorked', 'writableEnded', 'writableNeedDrain',
];
for (let i = 0; i < ACCESSORS.length; i++) {
  const { get, set } = ObjectGetOwnPropertyDescriptor(Writable.prototype, ACCESSORS[i]);
  ObjectDefineProperty(Duplex.prototype, ACCESSORS[i], { __proto__: null, get, set });
}
ObjectDefineProperty(Duplex.prototype, 'destroyed', {
  __proto__: null,
  get() {
    return !!(this._readableState?.destroyed && this._writableState?.destroyed);
  },
  set(value) {
    // The constructor of a subclass may set it before both states exist.
    if (this._readableState && this._writableState) {
      this._readableState.destroyed = value;
      this._writableState.destroyed = value;
    }
  },
});

Duplex.fromWeb = function(pair, options) {
  return require('internal/streams/web').duplexFromWeb(pair, options);
};
Duplex.toWeb = function(duplex, options) {
  return require('internal/streams/web').duplexToWeb(duplex, options);
};
Duplex.from = function(body) {
  return require('internal/streams/duplexify').duplexify(body, 'body');
};

module.exports = { Duplex, initDuplex };
