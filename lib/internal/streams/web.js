'use strict';
// Conversion between streams and web streams: toWeb() and fromWeb() of the classes.

const { AbortError, codes } = require('internal/errors');
const { validateBoolean, validateObject } = require('internal/validators');
const { destroyer } = require('internal/streams/destroy');
const { eos } = require('internal/streams/end_of_stream');
const { kEmptyObject } = require('internal/util');
const u = require('internal/streams/utils');
const web = require('stream/web');
const { Promise, PromiseReject, PromiseWithResolvers, SafeArray, Uint8Array } = primordials;
const { bufferFrom } = require('internal/buffer');
const { AnyBuffer } = require('internal/streams/state');
const { kState, nop, then } = require('internal/webstreams/util');
const { KIND, kindOf } = require('internal/util/kinds');

// Classes are loaded when they are first used.
const readableStream = (source, strategy) => new web.ReadableStream(source, strategy);
const writableStream = (sink, strategy) => new web.WritableStream(sink, strategy);
const kReadOnly = { __proto__: null, writable: false };

function strategyOf(objectMode, mark) {
  const options = { __proto__: null, highWaterMark: mark };
  return objectMode ? new web.CountQueuingStrategy(options) : options;
}

let warnedOfType = false;

const isPremature = (err) => err?.code === 'ERR_STREAM_PREMATURE_CLOSE';

function checkOptions(options) {
  validateObject(options, 'options');
  if (options.objectMode !== undefined)
    validateBoolean(options.objectMode, 'options.objectMode');
}

// ---- toWeb() ----

function readableToWeb(readable, options = kEmptyObject) {
  if (typeof readable?._readableState !== 'object')
    throw new codes.ERR_INVALID_ARG_TYPE('streamReadable', 'stream.Readable', readable);
  validateObject(options, 'options');
  if (options.type !== undefined && options.type !== 'bytes')
    throw new codes.ERR_INVALID_ARG_VALUE('options.type', options.type);
  const isBytes = options.type === 'bytes';
  if (u.isDestroyed(readable) || !u.isReadable(readable)) {
    const closed = readableStream(isBytes ? { __proto__: null, type: 'bytes' } : undefined);
    closed.cancel();
    return closed;
  }
  const { objectMode } = readable._readableState;
  const mark = readable.readableHighWaterMark;
  const strategy = isBytes ? strategyOf(false, 0) :
    options.strategy ?? strategyOf(objectMode, mark);
  let controller;
  let wasCanceled = false;
  const onData = (chunk) => {
    // A Buffer may be part of a pool, which must not be transferred: it is copied.
    if (chunk instanceof AnyBuffer && !objectMode)
      chunk = new Uint8Array(chunk);
    controller.enqueue(chunk);
    if (controller.desiredSize <= 0)
      readable.pause();
  };
  readable.pause();
  const cleanup = eos(readable, kReadOnly, (err) => {
    if (isPremature(err))
      err = new AbortError(undefined, { cause: err });
    cleanup();
    readable.on('error', () => {}); // one that comes after the end belongs to nobody
    if (err)
      return controller.error(err);
    if (wasCanceled)
      return;
    controller.close();
    if (isBytes)
      controller.byobRequest?.respond(0);
  });
  readable.on('data', onData);
  return readableStream({
    __proto__: null,
    type: options.type,
    start(c) { controller = c; },
    pull() { readable.resume(); },
    cancel(reason) {
      wasCanceled = true;
      destroyer(readable, reason);
    },
  }, strategy);
}

function writableToWeb(writable) {
  if (typeof writable?.write !== 'function' || typeof writable.on !== 'function')
    throw new codes.ERR_INVALID_ARG_TYPE('streamWritable', 'stream.Writable', writable);
  if (u.isDestroyed(writable) || !u.isWritable(writable)) {
    const closed = writableStream();
    closed.close();
    return closed;
  }
  const isObjectMode = writable.writableObjectMode;
  const strategy = strategyOf(isObjectMode, writable.writableHighWaterMark);
  let controller;
  let drained = null; // pending while the stream is full
  let closing = null;
  const settle = (which, err) => {
    if (which)
      (err ? which.reject : which.resolve)(err);
  };
  const cleanup = eos(writable, (err) => {
    if (isPremature(err))
      err = new AbortError(undefined, { cause: err });
    cleanup();
    writable.on('error', () => {});
    settle(drained, err);
    drained = null;
    if (closing) {
      settle(closing, err);
      closing = null;
      return;
    }
    controller.error(err ?? new AbortError());
  });
  writable.on('drain', () => {
    settle(drained);
    drained = null;
  });
  return writableStream({
    __proto__: null,
    start(c) { controller = c; },
    write(chunk) {
      if (!isObjectMode && kindOf(chunk) === KIND.BUFFER)
        chunk = new Uint8Array(chunk);
      if (writable.writableNeedDrain || !writable.write(chunk)) {
        drained = PromiseWithResolvers.call(Promise);
        return drained.promise;
      }
    },
    abort(reason) { destroyer(writable, reason); },
    close() {
      if (!closing && !u.isWritableEnded(writable))
        writable.end();
      closing = PromiseWithResolvers.call(Promise);
      if (u.isWritableFinished(writable))
        closing.resolve();
      return closing.promise;
    },
  }, strategy);
}

function duplexToWeb(duplex, options = kEmptyObject) {
  if (typeof duplex?._writableState !== 'object' || typeof duplex._readableState !== 'object')
    throw new codes.ERR_INVALID_ARG_TYPE('duplex', 'stream.Duplex', duplex);
  validateObject(options, 'options');
  const type = options.readableType ?? options.type;
  if (options.type !== undefined && options.readableType === undefined && !warnedOfType) {
    warnedOfType = true;
    process.emitWarning("Passing 'options.type' to Duplex.toWeb() is deprecated. " +
      "Please use 'options.readableType' instead.", 'DeprecationWarning', 'DEP0201');
  }
  if (u.isDestroyed(duplex)) {
    const writable = writableStream();
    const readable = readableStream({ __proto__: null, type });
    writable.close();
    readable.cancel();
    return { readable, writable };
  }
  const writable = u.isWritable(duplex) ? writableToWeb(duplex) : writableStream();
  if (!u.isWritable(duplex))
    writable.close();
  const readable = u.isReadable(duplex) ?
    readableToWeb(duplex, { __proto__: null, type }) : readableStream();
  if (!u.isReadable(duplex))
    readable.cancel();
  return { writable, readable };
}

// ---- fromWeb() ----

function pickOptions(options) {
  checkOptions(options);
  const { allowHalfOpen, decodeStrings, encoding, highWaterMark, objectMode, signal } = options;
  return {
    __proto__: null, allowHalfOpen, decodeStrings, encoding, highWaterMark, objectMode, signal,
  };
}

async function readInto(reader, getStream) {
  let result;
  try {
    result = await require('internal/webstreams/readable').readPrivately(reader);
  } catch (err) {
    destroyer(getStream(), err);
    return;
  }
  getStream().push(result.done ? null : result.value);
}

function readMethods(reader, getStream, isClosed) {
  return {
    read() {
      readInto(reader, getStream);
    },
    cancel(err, done) {
      if (isClosed())
        return done();
      then(reader.cancel(err), done, done);
    },
  };
}

// Waits for the end of a reader or writer. Returns a function that returns whether it has ended.
function watchClosed(end, stream, onClosed) {
  let closed = false;
  then(end.closed, () => {
    closed = true;
    onClosed?.();
  }, (err) => {
    closed = true;
    destroyer(stream(), err);
  });
  return () => closed;
}

function readableFromWeb(stream, options = kEmptyObject) {
  if (!u.isReadableStream(stream))
    throw new codes.ERR_INVALID_ARG_TYPE('readableStream', 'ReadableStream', stream);
  const picked = pickOptions(options);
  const { Readable } = require('internal/streams/readable');
  const reader = stream.getReader();
  let readable;
  const isClosed = watchClosed(reader, () => readable);
  const methods = readMethods(reader, () => readable, isClosed);
  return readable = new Readable({
    __proto__: null,
    objectMode: picked.objectMode,
    highWaterMark: picked.highWaterMark,
    encoding: picked.encoding,
    signal: picked.signal,
    read: methods.read,
    destroy(err, callback) {
      methods.cancel(err, () => process.nextTick(callback, err));
    },
  });
}

// Writes chunks at once, whether or not there is room, so that a close() that follows comes after
// them. Calls back when the sink has written all of them, by the job of the sink itself.
function writeAll(writer, chunks, callback) {
  let left = chunks.length;
  const failed = (err) => {
    if (left > 0)
      callback(err);
    left = 0;
  };
  const request = {
    __proto__: null,
    promise: undefined,
    resolve: () => --left === 0 && callback(),
    reject: (err) => then(PromiseReject.call(Promise, err), nop, failed),
  };
  const { write } = require('internal/webstreams/writable');
  for (let i = 0; i < chunks.length; i++) {
    const refused = write(writer[kState], chunks[i], request);
    if (refused !== undefined)
      then(refused, nop, failed);
  }
}

// write(), writev() and final() for a writer.
function writeMethods(writer, getStream, isClosed) {
  const reporter = (callback) => (err) => {
    try {
      callback(err);
    } catch (thrown) {
      destroyer(getStream(), thrown);
    }
  };
  return {
    write(chunk, encoding, callback) {
      if (typeof chunk === 'string' && getStream()._writableState.decodeStrings === false &&
          !getStream()._writableState.objectMode)
        chunk = bufferFrom(chunk, encoding);
      writeAll(writer, [chunk], reporter(callback));
    },
    writev(entries, callback) {
      const chunks = new SafeArray();
      for (let i = 0; i < entries.length; i++)
        chunks.push(entries[i].chunk);
      writeAll(writer, chunks, reporter(callback));
    },
    final(callback) {
      if (isClosed())
        process.nextTick(callback);
      else {
        const done = reporter(callback);
        then(writer.close(), () => done(), done);
      }
    },
    abort(err, done) {
      if (isClosed())
        return done();
      then(err ? writer.abort(err) : writer.close(), done, done);
    },
  };
}

function writableFromWeb(stream, options = kEmptyObject) {
  if (!u.isWritableStream(stream))
    throw new codes.ERR_INVALID_ARG_TYPE('writableStream', 'WritableStream', stream);
  const picked = pickOptions(options);
  const { Writable } = require('internal/streams/writable');
  const writer = stream.getWriter();
  let writable;
  const isClosed = watchClosed(writer, () => writable, () => {
    if (!u.isWritableEnded(writable))
      destroyer(writable, new codes.ERR_STREAM_PREMATURE_CLOSE());
  });
  const methods = writeMethods(writer, () => writable, isClosed);
  return writable = new Writable({
    __proto__: null,
    highWaterMark: picked.highWaterMark,
    objectMode: picked.objectMode,
    decodeStrings: picked.decodeStrings,
    signal: picked.signal,
    write: methods.write,
    writev: methods.writev,
    final: methods.final,
    destroy(err, callback) {
      methods.abort(err, () => process.nextTick(callback, err));
    },
  });
}

function duplexFromWeb(pair, options = kEmptyObject) {
  validateObject(pair, 'pair');
  if (!u.isReadableStream(pair.readable))
    throw new codes.ERR_INVALID_ARG_TYPE('pair.readable', 'ReadableStream', pair.readable);
  if (!u.isWritableStream(pair.writable))
    throw new codes.ERR_INVALID_ARG_TYPE('pair.writable', 'WritableStream', pair.writable);
  const picked = pickOptions(options);
  const { Duplex } = require('internal/streams/duplex');
  const writer = pair.writable.getWriter();
  const reader = pair.readable.getReader();
  let duplex;
  const get = () => duplex;
  const writerClosed = watchClosed(writer, get, () => {
    if (!u.isWritableEnded(duplex))
      destroyer(duplex, new codes.ERR_STREAM_PREMATURE_CLOSE());
  });
  const readerClosed = watchClosed(reader, get);
  const reading = readMethods(reader, get, readerClosed);
  const writing = writeMethods(writer, get, writerClosed);
  return duplex = new Duplex({
    __proto__: null,
    ...picked,
    read: reading.read,
    write: writing.write,
    writev: writing.writev,
    final: writing.final,
    destroy(err, callback) {
      let left = 2;
      const done = () => {
        if (--left === 0)
          process.nextTick(callback, err);
      };
      writing.abort(err, done);
      reading.cancel(err, done);
    },
  });
}

module.exports = { duplexFromWeb, duplexToWeb, readableFromWeb, readableToWeb, writableFromWeb,
                   writableToWeb };
