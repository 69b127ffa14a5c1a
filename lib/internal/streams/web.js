'use strict';
// Bridges between our streams and web streams (Readable.toWeb(), Duplex.fromWeb() and their kin).

const { AbortError, codes } = require('internal/errors');
const { validateBoolean, validateObject } = require('internal/validators');
const { destroyer } = require('internal/streams/destroy');
const { eos } = require('internal/streams/end-of-stream');
const u = require('internal/streams/utils');
const { Buffer } = require('buffer');
const { PromisePrototypeThen } = primordials;

let warnedOfType = false;

const isPremature = (err) => err?.code === 'ERR_STREAM_PREMATURE_CLOSE';

function checkOptions(options) {
  validateObject(options, 'options');
  if (options.objectMode !== undefined)
    validateBoolean(options.objectMode, 'options.objectMode');
}

// ---- Ours to web ----

function readableToWeb(readable, options = {}) {
  if (typeof readable?._readableState !== 'object')
    throw new codes.ERR_INVALID_ARG_TYPE('streamReadable', 'stream.Readable', readable);
  validateObject(options, 'options');
  if (options.type !== undefined && options.type !== 'bytes')
    throw new codes.ERR_INVALID_ARG_VALUE('options.type', options.type);
  const isBytes = options.type === 'bytes';
  if (u.isDestroyed(readable) || !u.isReadable(readable)) {
    const closed = new ReadableStream(isBytes ? { type: 'bytes' } : undefined);
    closed.cancel();
    return closed;
  }
  const { objectMode } = readable._readableState;
  const mark = readable.readableHighWaterMark;
  const strategy = isBytes ? { highWaterMark: 0 } : options.strategy ??
    (objectMode ? new CountQueuingStrategy({ highWaterMark: mark }) : { highWaterMark: mark });
  let controller;
  let wasCanceled = false;
  const onData = (chunk) => {
    // A Buffer may be a slice of a pool, which transfer would take away with it.
    if (Buffer.isBuffer(chunk) && !objectMode)
      chunk = new Uint8Array(chunk);
    controller.enqueue(chunk);
    if (controller.desiredSize <= 0)
      readable.pause();
  };
  readable.pause();
  const cleanup = eos(readable, { writable: false }, (err) => {
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
  return new ReadableStream({
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
    const closed = new WritableStream();
    closed.close();
    return closed;
  }
  const mark = writable.writableHighWaterMark;
  const strategy = writable.writableObjectMode ?
    new CountQueuingStrategy({ highWaterMark: mark }) : { highWaterMark: mark };
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
  return new WritableStream({
    start(c) { controller = c; },
    write(chunk) {
      if (writable.writableNeedDrain || !writable.write(chunk)) {
        drained = Promise.withResolvers();
        return drained.promise;
      }
    },
    abort(reason) { destroyer(writable, reason); },
    close() {
      if (!closing && !u.isWritableEnded(writable))
        writable.end();
      closing = Promise.withResolvers();
      if (u.isWritableFinished(writable))
        closing.resolve();
      return closing.promise;
    },
  }, strategy);
}

function duplexToWeb(duplex, options = {}) {
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
    const writable = new WritableStream();
    const readable = new ReadableStream({ type });
    writable.close();
    readable.cancel();
    return { readable, writable };
  }
  const writable = u.isWritable(duplex) ? writableToWeb(duplex) : new WritableStream();
  if (!u.isWritable(duplex))
    writable.close();
  const readable = u.isReadable(duplex) ? readableToWeb(duplex, { type }) : new ReadableStream();
  if (!u.isReadable(duplex))
    readable.cancel();
  return { writable, readable };
}

// ---- Web to ours ----

function pickOptions(options) {
  checkOptions(options);
  const { allowHalfOpen, decodeStrings, encoding, highWaterMark, objectMode, signal } = options;
  return { allowHalfOpen, decodeStrings, encoding, highWaterMark, objectMode, signal };
}

function readMethods(reader, getStream, isClosed) {
  return {
    read() {
      PromisePrototypeThen(reader.read(), ({ value, done }) => {
        getStream().push(done ? null : value);
      }, (err) => destroyer(getStream(), err));
    },
    cancel(err, done) {
      if (isClosed())
        return done();
      PromisePrototypeThen(reader.cancel(err), done, done);
    },
  };
}

// Watches a reader's or writer's end; isClosed() says whether it came.
function watchClosed(end, stream, onClosed) {
  let closed = false;
  PromisePrototypeThen(end.closed, () => {
    closed = true;
    onClosed?.();
  }, (err) => {
    closed = true;
    destroyer(stream(), err);
  });
  return () => closed;
}

function readableFromWeb(readableStream, options = {}) {
  if (!u.isReadableStream(readableStream))
    throw new codes.ERR_INVALID_ARG_TYPE('readableStream', 'ReadableStream', readableStream);
  const picked = pickOptions(options);
  const { Readable } = require('internal/streams/readable');
  const reader = readableStream.getReader();
  let readable;
  const isClosed = watchClosed(reader, () => readable);
  const methods = readMethods(reader, () => readable, isClosed);
  return readable = new Readable({
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

// write, writev, final for a writer; each waits until the other side is ready.
function writeMethods(writer, getStream, isClosed) {
  const after = (promise, callback) => {
    const done = (err) => process.nextTick(() => {
      try {
        callback(err);
      } catch (thrown) {
        destroyer(getStream(), thrown);
      }
    });
    PromisePrototypeThen(promise, () => done(), done);
  };
  return {
    write(chunk, encoding, callback) {
      if (typeof chunk === 'string' && getStream()._writableState.decodeStrings === false &&
          !getStream()._writableState.objectMode)
        chunk = Buffer.from(chunk, encoding);
      after(PromisePrototypeThen(writer.ready, () => writer.write(chunk)), callback);
    },
    writev(chunks, callback) {
      after(PromisePrototypeThen(writer.ready, () =>
        Promise.all(chunks.map(({ chunk }) => writer.write(chunk)))), callback);
    },
    final(callback) {
      if (isClosed())
        process.nextTick(callback);
      else
        after(writer.close(), callback);
    },
    abort(err, done) {
      if (isClosed())
        return done();
      PromisePrototypeThen(err ? writer.abort(err) : writer.close(), done, done);
    },
  };
}

function writableFromWeb(writableStream, options = {}) {
  if (!u.isWritableStream(writableStream))
    throw new codes.ERR_INVALID_ARG_TYPE('writableStream', 'WritableStream', writableStream);
  const picked = pickOptions(options);
  const { Writable } = require('internal/streams/writable');
  const writer = writableStream.getWriter();
  let writable;
  const isClosed = watchClosed(writer, () => writable, () => {
    if (!u.isWritableEnded(writable))
      destroyer(writable, new codes.ERR_STREAM_PREMATURE_CLOSE());
  });
  const methods = writeMethods(writer, () => writable, isClosed);
  return writable = new Writable({
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

function duplexFromWeb(pair, options = {}) {
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
