'use strict';
// Duplex: a Readable with a Writable's state and methods beside its own.

const { Stream } = require('internal/streams/legacy');
const { construct } = require('internal/streams/destroy');
const readable = require('internal/streams/readable');
const writable = require('internal/streams/writable');
const { Readable, ReadableState } = readable;
const { Writable, WritableState } = writable;

function Duplex(options) {
  if (!(this instanceof Duplex))
    return new Duplex(options);
  this._events ??= {
    close: undefined, error: undefined, prefinish: undefined, finish: undefined, drain: undefined,
    data: undefined, end: undefined, readable: undefined,
  };
  const r = this._readableState = new ReadableState(options, this, true);
  const w = this._writableState = new WritableState(options, this, true);
  this.allowHalfOpen = true;
  if (options) {
    this.allowHalfOpen = options.allowHalfOpen !== false;
    if (options.readable === false) {
      r.readable = false;
      r.ended = r.endEmitted = true;
    }
    if (options.writable === false) {
      w.writable = false;
      w.ending = w.ended = w.finished = true;
    }
    if (typeof options.read === 'function')
      this._read = options.read;
    writable.adoptOptions(this, options);
  }
  Stream.call(this, options);
  construct(this, constructed);
}
Object.setPrototypeOf(Duplex.prototype, Readable.prototype);
Object.setPrototypeOf(Duplex, Readable);

function constructed(stream) {
  readable.constructed(stream);
  writable.constructed(stream);
}

for (const name of ['write', 'cork', 'uncork', 'setDefaultEncoding', '_write', '_writev', 'end',
                    'destroy'])
  Duplex.prototype[name] = Writable.prototype[name];
for (const name of ['writable', 'writableHighWaterMark', 'writableObjectMode', 'writableBuffer',
                    'writableLength', 'writableFinished', 'writableCorked', 'writableEnded',
                    'writableNeedDrain'])
  Object.defineProperty(Duplex.prototype, name,
                        Object.getOwnPropertyDescriptor(Writable.prototype, name));
Object.defineProperty(Duplex.prototype, 'destroyed', {
  __proto__: null,
  get() {
    return !!(this._readableState?.destroyed && this._writableState?.destroyed);
  },
  set(value) {
    // A subclass's constructor may come here before both states exist.
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

module.exports = { Duplex };
