'use strict';
// finished(): calls back once, at the first of 'end', 'finish', 'error' and 'close' after which
// nothing more happens on the stream.

const {
  FunctionPrototypeCall, ObjectDefineProperty, ObjectSetPrototypeOf, Promise, ReflectApply,
  SafeArray, Symbol, SymbolFor,
} = primordials;
const { AbortError, codes } = require('internal/errors');
const { validateAbortSignal, validateBoolean, validateFunction, validateObject } =
  require('internal/validators');
const { bind } = require('internal/async_context');
const u = require('internal/streams/utils');

const nop = () => {};
const kNoOptions = { __proto__: null };
// Option: call back synchronously if the stream has ended already.
const kEosNodeSynchronousCallback = Symbol('kEosNodeSynchronousCallback');

const isRequest = (stream) => stream.setHeader && typeof stream.abort === 'function';

const abortError = (signal) =>
  new AbortError(undefined, { __proto__: null, cause: signal.reason });

function eos(stream, options, callback) {
  if (arguments.length === 2) {
    callback = options;
    options = kNoOptions;
  } else if (options == null)
    options = kNoOptions;
  else
    validateObject(options, 'options');
  validateFunction(callback, 'callback');
  validateAbortSignal(options.signal, 'options.signal');
  if (u.isReadableStream(stream) || u.isWritableStream(stream))
    return eosWeb(stream, options, callback);
  if (!u.isNodeStream(stream))
    throw new codes.ERR_INVALID_ARG_TYPE(
      'stream', ['ReadableStream', 'WritableStream', 'Stream'], stream);
  return new Observer(stream, options, callback).start();
}

class Observer {
  constructor(stream, options, callback) {
    this.stream = stream;
    this.options = options;
    this.callback = bind(callback);
    this.readable = options.readable ?? u.isReadableNodeStream(stream);
    this.writable = options.writable ?? u.isWritableNodeStream(stream);
    this.readDone = u.isReadableFinished(stream, true);
    this.writeDone = u.isWritableFinished(stream, true);
    // Wait for 'close' only if the stream emits it by itself and both its sides are watched.
    this.willClose = u.willEmitClose(stream) &&
      u.isReadableNodeStream(stream) === this.readable &&
      u.isWritableNodeStream(stream) === this.writable;
    this.closed = u.isClosed(stream);
    this.listeners = new SafeArray();
    this.stopSignal = nop;
  }

  on(event, listener, emitter = this.stream) {
    emitter.on(event, listener);
    this.listeners.push(emitter, event, listener);
  }

  // Listens only to a stream that goes on: the end of another one is reported in a tick.
  start() {
    const { options } = this;
    if (options.signal)
      this.watchSignal(options.signal);
    if (this.closed)
      this.defer(() => this.onClose());
    else if (this.hasEnded())
      this.defer(() => this.onClosed());
    else
      this.listen();
    if (this.listeners.length === 0 && options.error !== false)
      this.on('error', nop); // one that is still to come is reported by the tick
    return () => this.stop();
  }

  listen() {
    const { stream, options } = this;
    const onFinish = () => this.sideDone('writeDone');
    const onClose = () => this.onClose();
    if (isRequest(stream)) {
      this.on('complete', onFinish);
      if (!this.willClose)
        this.on('abort', onClose);
      if (stream.req)
        this.on('finish', onFinish, stream.req);
      else
        this.on('request', () => this.on('finish', onFinish, stream.req));
    } else if (this.writable && !stream._writableState) { // old-style streams have no better sign
      const maybeFinish = () => stream.writable || onFinish();
      this.on('end', maybeFinish);
      this.on('close', maybeFinish);
    }
    if (!this.willClose && typeof stream.aborted === 'boolean')
      this.on('aborted', onClose);
    this.on('end', () => this.sideDone('readDone'));
    this.on('finish', onFinish);
    if (options.error !== false)
      this.on('error', (err) => this.call(err));
    this.on('close', onClose);
  }

  defer(fn) {
    if (this.options[kEosNodeSynchronousCallback])
      fn();
    else
      process.nextTick(fn);
  }

  // Whether a stream that has not emitted 'close' has ended already.
  hasEnded() {
    const { stream, willClose } = this;
    const w = stream._writableState;
    const r = stream._readableState;
    if (w?.errorEmitted || r?.errorEmitted)
      return !willClose;
    if (!this.readable && (!willClose || u.isReadable(stream)) &&
        (this.writeDone || u.isWritable(stream) === false) && !w?.pendingcb)
      return true;
    if (!this.writable && (!willClose || u.isWritable(stream)) &&
        (this.readDone || u.isReadable(stream) === false))
      return true;
    return !!(this.readable && stream.req && stream.aborted);
  }

  sideDone(which) {
    const { stream } = this;
    this[which] = true;
    // A stream that the program has destroyed may never emit 'close'.
    if (stream.destroyed)
      this.willClose = false;
    if (which === 'writeDone') {
      if (this.willClose && (!stream.writable || this.readable))
        return;
      if (!this.readable || this.readDone)
        this.call();
    } else {
      if (this.willClose && (!stream.readable || this.writable))
        return;
      if (!this.writable || this.writeDone)
        this.call();
    }
  }

  onClose() {
    this.closed = true;
    const { stream } = this;
    const err = stream._writableState?.errored || stream._readableState?.errored;
    if (err && typeof err !== 'boolean')
      this.call(err);
    else if (this.readable && !this.readDone && u.isReadableNodeStream(stream) &&
             (stream._readableState || typeof stream.pause === 'function') &&
             !u.isReadableFinished(stream, true))
      this.call(new codes.ERR_STREAM_PREMATURE_CLOSE());
    else if (this.writable && !this.writeDone && !u.isWritableFinished(stream, true))
      this.call(new codes.ERR_STREAM_PREMATURE_CLOSE());
    else
      this.call();
  }

  onClosed() {
    this.closed = true;
    const { stream } = this;
    const err = stream._writableState?.errored || stream._readableState?.errored;
    if (err && typeof err !== 'boolean')
      this.call(err);
    else
      this.call();
  }

  call(err) {
    const { callback } = this;
    this.callback = nop;
    this.stopSignal();
    if (callback.call !== FunctionPrototypeCall)
      ReflectApply(callback, this.stream, err ? [err] : []);
    else if (err)
      callback.call(this.stream, err);
    else
      callback.call(this.stream);
  }

  stop() {
    this.callback = nop;
    this.stopSignal();
    const { listeners } = this;
    for (let i = 0; i < listeners.length; i += 3)
      listeners[i].removeListener(listeners[i + 1], listeners[i + 2]);
    listeners.length = 0;
  }

  watchSignal(signal) {
    const abort = () => {
      const { callback } = this;
      this.stop();
      ReflectApply(callback, this.stream, [abortError(signal)]);
    };
    if (signal.aborted)
      this.defer(abort);
    else
      this.stopSignal =
        require('internal/streams/add_abort_signal').onceAborted(signal, abort);
  }
}

ObjectSetPrototypeOf(Observer.prototype, null);

function eosWeb(stream, options, callback) {
  let settled = false;
  let stopSignal = nop;
  const settle = (err) => {
    if (settled)
      return;
    settled = true;
    stopSignal();
    process.nextTick(() => ReflectApply(callback, stream, [err]));
  };
  if (options.signal) {
    const { signal } = options;
    const abort = () => settle(abortError(signal));
    if (signal.aborted)
      abort();
    else
      stopSignal = require('internal/streams/add_abort_signal').onceAborted(signal, abort);
  }
  const closed = stream[u.kIsClosedPromise];
  settleAfter(closed.promise ?? closed, settle);
  return nop;
}

async function settleAfter(promise, settle) {
  try {
    await promise;
  } catch (err) {
    settle(err);
    return;
  }
  settle();
}

function finished(stream, options) {
  let autoCleanup = false;
  options ??= kNoOptions;
  if (options.cleanup) {
    validateBoolean(options.cleanup, 'cleanup');
    autoCleanup = options.cleanup;
  }
  return new Promise((resolve, reject) => {
    const cleanup = eos(stream, options, (err) => {
      if (autoCleanup)
        cleanup();
      if (err)
        reject(err);
      else
        resolve();
    });
  });
}

ObjectDefineProperty(eos, SymbolFor('nodejs.util.promisify.custom'),
                      { __proto__: null, value: finished, enumerable: true });

module.exports = { eos, finished, kEosNodeSynchronousCallback };
