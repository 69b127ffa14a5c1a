'use strict';
// Duplex.from(): makes a Duplex of a stream, an iterable, a function, a promise or a pair.

const { AbortError, codes } = require('internal/errors');
const { destroyer } = require('internal/streams/destroy');
const { eos } = require('internal/streams/end_of_stream');
const { Duplex } = require('internal/streams/duplex');
const { Readable } = require('internal/streams/readable');
const { Writable } = require('internal/streams/writable');
const { from } = require('internal/streams/from');
const u = require('internal/streams/utils');
const {
  ObjectSetPrototypeOf, Promise, PromisePrototypeThen, PromiseResolve, ReflectApply,
} = primordials;

// A Duplex that may lack one side.
class Joined extends Duplex {
  constructor(options) {
    super(options);
    if (options?.readable === false) {
      this._readableState.readable = false;
      this._readableState.ended = this._readableState.endEmitted = true;
    }
    if (options?.writable === false) {
      const w = this._writableState;
      w.writable = false;
      w.ending = w.ended = w.finished = true;
    }
  }
}

// Checked by its methods: `instanceof` would load the class.
const isBlob = (value) =>
  typeof value?.arrayBuffer === 'function' && typeof value.stream === 'function';

function duplexify(body, name) {
  if (u.isDuplexNodeStream(body))
    return body;
  if (u.isReadableNodeStream(body))
    return join({ __proto__: null, readable: body });
  if (u.isWritableNodeStream(body))
    return join({ __proto__: null, writable: body });
  if (u.isNodeStream(body))
    return join({ __proto__: null, writable: false, readable: false });
  if (u.isReadableStream(body))
    return join({ __proto__: null, readable: Readable.fromWeb(body) });
  if (u.isWritableStream(body))
    return join({ __proto__: null, writable: Writable.fromWeb(body) });
  if (typeof body === 'function')
    return fromFunction(body, name);
  if (isBlob(body))
    return duplexify(body.arrayBuffer(), name);
  if (u.isIterable(body))
    return from(Joined, body, { __proto__: null, objectMode: true, writable: false });
  if (u.isReadableStream(body?.readable) && u.isWritableStream(body?.writable))
    return Joined.fromWeb(body);
  if (typeof body?.writable === 'object' || typeof body?.readable === 'object')
    return join({
      __proto__: null,
      readable: side(body.readable, u.isReadableNodeStream),
      writable: side(body.writable, u.isWritableNodeStream),
    });
  if (typeof body?.then === 'function')
    return fromPromise(body);
  throw new codes.ERR_INVALID_ARG_TYPE(
    name,
    ['Blob', 'ReadableStream', 'WritableStream', 'Stream', 'Iterable', 'AsyncIterable', 'Function',
     '{ readable, writable } pair', 'Promise'],
    body);
}

function side(value, isSide) {
  return value ? (isSide(value) ? value : duplexify(value, 'body')) : undefined;
}

function fromPromise(promise) {
  let duplex;
  PromisePrototypeThen.call(PromiseResolve.call(Promise, promise), (value) => {
    if (value != null)
      duplex.push(value);
    duplex.push(null);
  }, (err) => destroyer(duplex, err));
  return duplex = new Joined({ __proto__: null, objectMode: true, writable: false, read() {} });
}

// ---- Functions: called with an iterable of what is written ----

function fromFunction(fn, name) {
  const inlet = new Inlet();
  const value = fn(inlet.chunks(), { signal: inlet.signal });
  const methods = {
    __proto__: null,
    write: (chunk, encoding, callback) => inlet.write(chunk, callback),
    final: (callback) => inlet.write(null, callback),
    destroy: (err, callback) => inlet.destroy(err, callback),
  };
  if (u.isDuplexNodeStream(value))
    return value;
  if (u.isIterable(value)) {
    const duplex = from(Joined, value, { __proto__: null, objectMode: true, ...methods });
    // The function may wait for a chunk: it must be woken before it can be closed.
    const close = duplex._destroy;
    duplex._destroy = (err, callback) => {
      inlet.abort(err);
      ReflectApply(close, duplex, [err, callback]);
    };
    return duplex;
  }
  if (typeof value?.then !== 'function')
    throw new codes.ERR_INVALID_RETURN_VALUE(
      'Iterable, AsyncIterable or AsyncFunction', name, value);

  let duplex;
  const result = PromisePrototypeThen.call(PromiseResolve.call(Promise, value), (answer) => {
    if (answer != null)
      throw new codes.ERR_INVALID_RETURN_VALUE('nully', 'body', answer);
  }, (err) => destroyer(duplex, err));
  return duplex = new Joined({
    __proto__: null,
    ...methods,
    objectMode: true,
    readable: false,
    final(callback) {
      inlet.write(null, async () => {
        try {
          await result;
          process.nextTick(callback, null);
        } catch (err) {
          process.nextTick(callback, err);
        }
      });
    },
  });
}

// An iterable of the chunks that are written, one at a time.
class Inlet {
  constructor() {
    this.controller = new (require('internal/abort_controller').AbortController)();
    this.signal = this.controller.signal;
    this.waiting = null; // { chunk, callback } not taken yet
    this.wake = null;
  }

  write(chunk, callback) {
    this.waiting = { __proto__: null, chunk, callback };
    this.wake?.();
  }

  abort(err) {
    this.controller.abort(err ?? undefined);
    this.wake?.();
  }

  destroy(err, callback) {
    this.abort(err);
    callback(err);
  }

  async* chunks() {
    while (true) {
      // Awaited even if a chunk is there: it is taken by a promise job, as in Node.
      await (this.waiting === null && !this.signal.aborted ?
        new Promise((resolve) => { this.wake = resolve; }) : undefined);
      this.wake = null;
      if (this.signal.aborted)
        throw new AbortError(undefined, { __proto__: null, cause: this.signal.reason });
      const { chunk, callback } = this.waiting;
      this.waiting = null;
      process.nextTick(callback);
      if (chunk === null)
        return;
      yield chunk;
    }
  }
}
ObjectSetPrototypeOf(Inlet.prototype, null);

// ---- A readable and a writable as one stream ----

function join(pair) {
  const r = pair.readable && typeof pair.readable.read !== 'function' ?
    Readable.wrap(pair.readable) : pair.readable;
  return new Pair(r, pair.writable).make();
}

// Stores callbacks until the other stream emits the event that they wait for.
class Pair {
  constructor(r, w) {
    this.r = r;
    this.w = w;
    this.readable = !!u.isReadable(r);
    this.writable = !!u.isWritable(w);
    this.duplex = null;
    this.onDrain = null;
    this.onFinish = null;
    this.onReadable = null;
    this.onClose = null;
  }

  make() {
    const { r, w, readable, writable } = this;
    const duplex = this.duplex = new Joined({
      __proto__: null,
      readableObjectMode: !!r?.readableObjectMode,
      writableObjectMode: !!w?.writableObjectMode,
      readable,
      writable,
    });
    if (writable)
      this.joinWritable();
    if (readable)
      this.joinReadable();
    duplex._destroy = (err, callback) => this.destroy(err, callback);
    return duplex;
  }

  joinWritable() {
    const { duplex, r, w } = this;
    eos(w, (err) => {
      this.writable = false;
      if (err)
        destroyer(r, err);
      this.done(err);
    });
    duplex._write = (chunk, encoding, callback) => {
      if (w.write(chunk, encoding))
        callback();
      else
        this.onDrain = callback;
    };
    duplex._final = (callback) => {
      w.end();
      this.onFinish = callback;
    };
    w.on('drain', () => this.fire('onDrain'));
    w.on('finish', () => this.fire('onFinish'));
  }

  joinReadable() {
    const { duplex, r } = this;
    eos(r, (err) => {
      this.readable = false;
      if (err)
        destroyer(r, err);
      this.done(err);
    });
    r.on('readable', () => this.fire('onReadable'));
    r.on('end', () => duplex.push(null));
    duplex._read = () => {
      while (true) {
        const chunk = r.read();
        if (chunk === null) {
          this.onReadable = duplex._read;
          return;
        }
        if (!duplex.push(chunk))
          return;
      }
    };
  }

  fire(name) {
    const callback = this[name];
    this[name] = null;
    callback?.();
  }

  done(err) {
    const callback = this.onClose;
    this.onClose = null;
    if (callback)
      callback(err);
    else if (err)
      this.duplex.destroy(err);
  }

  destroy(err, callback) {
    if (!err && this.onClose !== null)
      err = new AbortError();
    this.onReadable = this.onDrain = this.onFinish = null;
    if (!this.readable && !this.writable)
      return callback(err);
    this.onClose = callback;
    destroyer(this.w, err);
    destroyer(this.r, err);
  }
}
ObjectSetPrototypeOf(Pair.prototype, null);

module.exports = { duplexify };
