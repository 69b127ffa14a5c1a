'use strict';
// Transform, a Duplex whose output is computed from its input, and PassThrough.
//
// If the output of a chunk fills the readable side, the callback of its write is not called until
// _read(). So backpressure passes through a chain of transforms.

const { ObjectSetPrototypeOf, Symbol } = primordials;
const { codes } = require('internal/errors');
const { Duplex, initDuplex } = require('internal/streams/duplex');
const { getHighWaterMark, methodOf } = require('internal/streams/state');

const kPending = Symbol('pending');

// The chunk that is being transformed.
class Pending {
  constructor(stream) {
    this.before = 0;  // the length of the readable side at the write
    this.callback = null; // of the write, while it waits for _read()
    // One function for all chunks: a closure for each would be slower.
    this.done = (err, data) =>
      transformed(stream, this.before, stream._writableState.onwrite, err, data);
  }
}
ObjectSetPrototypeOf(Pending.prototype, null);

function Transform(options) {
  if (!(this instanceof Transform))
    return new Transform(options);
  initTransform(this, options);
}
ObjectSetPrototypeOf(Transform.prototype, Duplex.prototype);
ObjectSetPrototypeOf(Transform, Duplex);

function initTransform(stream, options) {
  // With a readable mark of 0 no output may be queued before it is read. So the writable side must
  // not queue input either, unless the program sets its mark.
  const mark = options ?
    getHighWaterMark(!!(options.readableObjectMode || options.objectMode), options,
                     'readableHighWaterMark', true) : null;
  if (mark === 0) {
    options = {
      __proto__: null,
      ...options,
      highWaterMark: null,
      readableHighWaterMark: mark,
      writableHighWaterMark: options.writableHighWaterMark || 0,
    };
  }
  initDuplex(stream, options);
  // _read() is called before the first write, and a later write pushes: never synchronously.
  stream._readableState.sync = false;
  stream[kPending] = new Pending(stream);
  if (options) {
    const transform = methodOf(options, 'transform');
    if (transform !== undefined)
      stream._transform = transform;
    const ownFlush = methodOf(options, 'flush');
    if (ownFlush !== undefined)
      stream._flush = ownFlush;
  }
  // If a subclass has its own _final(), flush() is called here.
  stream.on('prefinish', flushAtPrefinish);
}

function flushAtPrefinish() {
  if (this._final !== final)
    flush(this);
}

function final(callback) {
  flush(this, callback);
}
Transform.prototype._final = final;

function flush(stream, callback) {
  if (typeof stream._flush !== 'function' || stream.destroyed) {
    stream.push(null);
    callback?.();
    return;
  }
  stream._flush((err, data) => {
    if (err) {
      if (callback)
        callback(err);
      else
        stream.destroy(err);
      return;
    }
    if (data != null)
      stream.push(data);
    stream.push(null);
    callback?.();
  });
}

Transform.prototype._transform = function(_chunk, _encoding, _callback) {
  throw new codes.ERR_METHOD_NOT_IMPLEMENTED('_transform()');
};

Transform.prototype._write = function(chunk, encoding, callback) {
  const before = this._readableState.length;
  if (callback === this._writableState.onwrite) {
    const pending = this[kPending];
    pending.before = before;
    this._transform(chunk, encoding, pending.done);
  } else {
    this._transform(chunk, encoding, doneFor(this, before, callback));
  }
};

// Apart: a function that makes a closure allocates its variables in each call, also where it makes
// none.
function doneFor(stream, before, callback) {
  return (err, data) => transformed(stream, before, callback, err, data);
}

function transformed(stream, before, callback, err, data) {
  if (err) {
    callback(err);
    return;
  }
  const r = stream._readableState;
  if (data != null)
    stream.push(data);
  if (r.ended) // the readable side has ended: there is no backpressure
    process.nextTick(callback);
  else if (stream._writableState.ended || before === r.length || r.length < r.highWaterMark)
    callback();
  else
    stream[kPending].callback = callback;
}

Transform.prototype._read = function() {
  const pending = this[kPending];
  const { callback } = pending;
  if (callback !== null) {
    pending.callback = null;
    callback();
  }
};

function PassThrough(options) {
  if (!(this instanceof PassThrough))
    return new PassThrough(options);
  initTransform(this, options);
}
ObjectSetPrototypeOf(PassThrough.prototype, Transform.prototype);
ObjectSetPrototypeOf(PassThrough, Transform);

PassThrough.prototype._transform = function(chunk, encoding, callback) {
  callback(null, chunk);
};

module.exports = { PassThrough, Transform };
