'use strict';
// Duplex.from(): one Duplex out of whatever can be read, written or called.

const { AbortError, codes } = require('internal/errors');
const { destroyer } = require('internal/streams/destroy');
const { eos } = require('internal/streams/end-of-stream');
const { Duplex } = require('internal/streams/duplex');
const { Readable } = require('internal/streams/readable');
const { Writable } = require('internal/streams/writable');
const { from } = require('internal/streams/from');
const u = require('internal/streams/utils');
const { PromisePrototypeThen } = primordials;

// A Duplex one side of which may not exist at all.
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

// By its shape: asking for the class would load it.
const isBlob = (value) =>
  typeof value?.arrayBuffer === 'function' && typeof value.stream === 'function';

function duplexify(body, name) {
  if (u.isDuplexNodeStream(body))
    return body;
  if (u.isReadableNodeStream(body))
    return join({ readable: body });
  if (u.isWritableNodeStream(body))
    return join({ writable: body });
  if (u.isNodeStream(body))
    return join({ writable: false, readable: false });
  if (u.isReadableStream(body))
    return join({ readable: Readable.fromWeb(body) });
  if (u.isWritableStream(body))
    return join({ writable: Writable.fromWeb(body) });
  if (typeof body === 'function')
    return fromFunction(body, name);
  if (isBlob(body))
    return duplexify(body.arrayBuffer(), name);
  if (u.isIterable(body))
    return from(Joined, body, { objectMode: true, writable: false });
  if (u.isReadableStream(body?.readable) && u.isWritableStream(body?.writable))
    return Joined.fromWeb(body);
  if (typeof body?.writable === 'object' || typeof body?.readable === 'object')
    return join({ readable: side(body.readable, u.isReadableNodeStream),
                  writable: side(body.writable, u.isWritableNodeStream) });
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
  PromisePrototypeThen(Promise.resolve(promise), (value) => {
    if (value != null)
      duplex.push(value);
    duplex.push(null);
  }, (err) => destroyer(duplex, err));
  return duplex = new Joined({ objectMode: true, writable: false, read() {} });
}

// ---- Functions: called with an iterable of what is written ----

function fromFunction(fn, name) {
  const inlet = new Inlet();
  const value = fn(inlet.chunks(), { signal: inlet.signal });
  const methods = {
    write: (chunk, encoding, callback) => inlet.write(chunk, callback),
    final: (callback) => inlet.write(null, callback),
    destroy: (err, callback) => inlet.destroy(err, callback),
  };
  if (u.isDuplexNodeStream(value))
    return value;
  if (u.isIterable(value)) {
    const duplex = from(Joined, value, { objectMode: true, ...methods });
    // The function may be waiting for a chunk: it has to wake up before it can be closed.
    const close = duplex._destroy;
    duplex._destroy = (err, callback) => {
      inlet.abort(err);
      close.call(duplex, err, callback);
    };
    return duplex;
  }
  if (typeof value?.then !== 'function')
    throw new codes.ERR_INVALID_RETURN_VALUE(
      'Iterable, AsyncIterable or AsyncFunction', name, value);

  let duplex;
  const result = PromisePrototypeThen(Promise.resolve(value), (answer) => {
    if (answer != null)
      throw new codes.ERR_INVALID_RETURN_VALUE('nully', 'body', answer);
  }, (err) => destroyer(duplex, err));
  return duplex = new Joined({
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

// Hands written chunks, one at a time, to whoever iterates.
class Inlet {
  constructor() {
    this.controller = new AbortController();
    this.signal = this.controller.signal;
    this.waiting = null; // { chunk, callback } not taken yet
    this.wake = null;
  }

  write(chunk, callback) {
    this.waiting = { chunk, callback };
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
      if (this.waiting === null && !this.signal.aborted)
        await new Promise((resolve) => { this.wake = resolve; });
      this.wake = null;
      if (this.signal.aborted)
        throw new AbortError(undefined, { cause: this.signal.reason });
      const { chunk, callback } = this.waiting;
      this.waiting = null;
      process.nextTick(callback);
      if (chunk === null)
        return;
      yield chunk;
    }
  }
}

// ---- A readable and a writable as one stream ----

function join(pair) {
  const r = pair.readable && typeof pair.readable.read !== 'function' ?
    Readable.wrap(pair.readable) : pair.readable;
  const w = pair.writable;
  let readable = !!u.isReadable(r);
  let writable = !!u.isWritable(w);
  let onDrain = null;
  let onFinish = null;
  let onReadable = null;
  let onClose = null;

  const done = (err) => {
    const callback = onClose;
    onClose = null;
    if (callback)
      callback(err);
    else if (err)
      duplex.destroy(err);
  };

  const duplex = new Joined({
    readableObjectMode: !!r?.readableObjectMode,
    writableObjectMode: !!w?.writableObjectMode,
    readable,
    writable,
  });

  if (writable) {
    eos(w, (err) => {
      writable = false;
      if (err)
        destroyer(r, err);
      done(err);
    });
    duplex._write = (chunk, encoding, callback) => {
      if (w.write(chunk, encoding))
        callback();
      else
        onDrain = callback;
    };
    duplex._final = (callback) => {
      w.end();
      onFinish = callback;
    };
    w.on('drain', () => {
      const callback = onDrain;
      onDrain = null;
      callback?.();
    });
    w.on('finish', () => {
      const callback = onFinish;
      onFinish = null;
      callback?.();
    });
  }

  if (readable) {
    eos(r, (err) => {
      readable = false;
      if (err)
        destroyer(r, err);
      done(err);
    });
    r.on('readable', () => {
      const read = onReadable;
      onReadable = null;
      read?.();
    });
    r.on('end', () => duplex.push(null));
    duplex._read = function() {
      while (true) {
        const chunk = r.read();
        if (chunk === null) {
          onReadable = duplex._read;
          return;
        }
        if (!duplex.push(chunk))
          return;
      }
    };
  }

  duplex._destroy = (err, callback) => {
    if (!err && onClose !== null)
      err = new AbortError();
    onReadable = onDrain = onFinish = null;
    if (!readable && !writable)
      return callback(err);
    onClose = callback;
    destroyer(w, err);
    destroyer(r, err);
  };
  return duplex;
}

module.exports = { Joined, duplexify };
